import type { Answers, Element } from './account-driver.ts'
import { equal, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what tabs load later would find a copy.
await import('../../elements/device-monitor/index.ts')
const { button, shown, textOf } = await import('./account-driver.ts')
const { alarm } = await import('./played-server.ts')

const alarms = (answers: Answers) =>
  shown('<sg-device-monitor lang="en" sn="PUMP1" tab="alarms"></sg-device-monitor>', answers, ['P100000', 'P73000'])
const row = ({ shadowRoot }: Element, wanted: string) =>
  until(`a row with ${wanted}`, () =>
    Array.from(shadowRoot.querySelectorAll<HTMLElement>('.table-rows [role=row]')).find(({ textContent }) =>
      textContent?.includes(wanted),
    ),
  )

describe('the alarms of a device', () => {
  it('an alarm is named in the language, confirmed, and renewed by the socket', async () => {
    let rows = [alarm()]
    const { server, element } = await alarms({
      'GET /hAlarmDev': () => ({ rows, total: rows.length }),
      'PUT /rAlarmDev': () => {
        rows = [alarm({ confirm_time: Date.now(), confirm_userName: 'Li' })]
        return rows[0]
      },
    })
    const first = await row(element, 'Flow too high')
    equal(first.textContent?.includes('High'), true)
    first.click()
    ;(await button(element, 'Confirm the alarm')).click()
    await until('who confirmed', () => textOf(element).includes('Li'))
    ;(await button(element, 'Close')).click()
    rows = [alarm({ alarm_id: '2', alarm_name_en: 'Second' }), ...rows]
    server.push({ type: 'alarm', alarm: alarm({ alarm_id: '2' }) })
    await row(element, 'Second')
  })
  it('an alarm leads to the curve of its point around the moment that it came', async () => {
    const time = Date.now() - 5 * 3_600_000
    const { server, element } = await alarms({
      'GET /hAlarmDev': () => ({ rows: [alarm({ alarm_time: time })], total: 1 }),
    })
    ;(await row(element, 'Flow too high')).click()
    ;(await button(element, 'Curve at that moment')).click()
    await until('the curve', () => element.getAttribute('tab') === 'curve' && server.asks('GET /hDev').length > 0)
    const { key, start, end } = Object.fromEntries(server.asks('GET /hDev')[0]?.query ?? [])
    equal(key, 'flow')
    // A little beyond both edges is asked for, so that the curve is drawn up to them.
    equal((Number(start) + Number(end)) / 2, time)
    equal(Number(end) - Number(start) < 2.5 * 3_600_000, true)
  })
})
