import { HOUR_MS } from '../../core/catalogue/durations.ts'
import type { Answers, Element } from './account-driver.ts'
import { equal, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what tabs load later would find a copy.
await import('../../elements/screens/device-monitor/index.ts')
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
      'PUT /rAlarmDev/confirm': () => {
        rows = [alarm({ state: 'ACKED', confirm_time: Date.now(), confirm_userName: 'Li' })]
        return { results: [{ alarm_id: '1', code: '100001' }] }
      },
    })
    const first = await row(element, 'Flow too high')
    equal(first.textContent?.includes('High'), true)
    first.click()
    ;(await button(element, 'Confirm')).click()
    await until('who confirmed', () => textOf(element).includes('Li'))
    ;(await button(element, 'Close')).click()
    rows = [alarm({ alarm_id: '2', alarm_name_en: 'Second' }), ...rows]
    server.push({ type: 'alarm', alarm: alarm({ alarm_id: '2' }) })
    await row(element, 'Second')
  })
  it('an alarm leads to the curve of its point around the moment that it came', async () => {
    const time = Date.now() - 5 * HOUR_MS
    const came = alarm({ alarm_time: time })
    const { server, element, told } = await alarms({
      'GET /hAlarmDev': () => ({ rows: [came], total: 1 }),
      'GET /rAlarmDev/one': () => ({ alarm: came, events: [], rationale: null, has_screen: false }),
    })
    ;(await row(element, 'Flow too high')).click()
    ;(await button(element, 'Curve then')).click()
    await until('the curve', () => element.getAttribute('tab') === 'curve' && server.asks('GET /hDev').length > 0)
    const { key, start, end } = Object.fromEntries(server.asks('GET /hDev')[0]?.query ?? [])
    equal(key, 'flow')
    // A little beyond both edges is asked for, so that the curve is drawn up to them.
    equal((Number(start) + Number(end)) / 2, time)
    equal(Number(end) - Number(start) < 2.5 * HOUR_MS, true)
    // The page can keep it in its address.
    const view = { tab: 'curve', moment: `flow@${time}`, alarm: '1' }
    equal(told.at(-1), { type: 'sg-view-change', detail: view })
    for (const [name, value] of Object.entries(view)) equal(element.getAttribute(name), value)
  })
  it('the list is the same after a look at a curve, with the alarm that was open', async () => {
    const { server, element } = await alarms({
      'GET /hAlarmDev': () => ({ rows: [alarm()], total: 1 }),
      'GET /rAlarmDev/one': () => ({ alarm: alarm(), events: [], rationale: null, has_screen: false }),
    })
    await row(element, 'Flow too high')
    ;(await button(element, 'Produced')).click()
    const order = () => server.asks('GET /hAlarmDev').at(-1)?.query.get('sort')
    await until('another order', () => order())
    const wanted = order()
    ;(await row(element, 'Flow too high')).click()
    ;(await button(element, 'Curve then')).click()
    await until('the curve', () => server.asks('GET /hDev').length > 0)
    const before = server.asks('GET /hAlarmDev').length
    element.setAttribute('tab', 'alarms')
    await until('the list again', () => server.asks('GET /hAlarmDev').length > before)
    equal(order(), wanted)
    await until('its panel', () => element.shadowRoot.querySelector('.side-panel'))
  })
})
