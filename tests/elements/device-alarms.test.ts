import { HOUR_MS } from '../../core/catalogue/durations.ts'
import { equal, until } from './check.ts'
import { alarm } from './played-server.ts'
import { type Answers, shown } from './screen-driver.ts'

const alarms = (answers: Answers) =>
  shown('<sg-device-monitor lang="en" sn="PUMP1" tab="alarms"></sg-device-monitor>', answers, [
    'P100000',
    'P10000',
    'P73000',
    'P73100',
    'P73200',
    'P73300',
  ])

it('an alarm is named in the language, confirmed, and renewed by the socket', async () => {
  let rows = [alarm()]
  const page = await alarms({
    'GET /hAlarmDev': () => ({ rows, total: rows.length }),
    'PUT /rAlarmDev/confirm': () => {
      rows = [alarm({ state: 'ACKED', confirm_time: Date.now(), confirm_userName: 'Li' })]
      return { results: [{ alarm_id: '1', code: '100001' }] }
    },
  })
  const first = await page.row('Flow too high')
  equal(first.textContent?.includes('High'), true)
  first.click()
  await page.press('Confirm')
  await page.says('Li')
  await page.press('Close')
  rows = [alarm({ alarm_id: '2', alarm_name_en: 'Second' }), ...rows]
  page.server.push({ type: 'alarm', alarm: alarm({ alarm_id: '2' }) })
  await page.row('Second')
})
it('an alarm leads to the curve of its point around the moment that it came', async () => {
  const time = Date.now() - 5 * HOUR_MS
  const came = alarm({ alarm_time: time })
  const page = await alarms({
    'GET /hAlarmDev': () => ({ rows: [came], total: 1 }),
    'GET /rAlarmDev/one': () => ({ alarm: came, events: [], rationale: null, has_screen: false }),
  })
  await page.openRow('Flow too high')
  await page.press('Trend at alarm')
  await until(
    'the curve',
    () => page.element.getAttribute('tab') === 'curve' && page.requestsOf('GET /hDev').length > 0,
  )
  const { key, start, end } = Object.fromEntries(page.requestsOf('GET /hDev')[0]?.query ?? [])
  equal(key, 'flow')
  // A little beyond both edges is asked for, so that the curve is drawn up to them.
  equal((Number(start) + Number(end)) / 2, time)
  equal(Number(end) - Number(start) < 2.5 * HOUR_MS, true)
  // The page can keep it in its address.
  const view = { tab: 'curve', moment: `flow@${time}`, alarm: '1', range: '', start: null, end: null }
  equal(page.events.at(-1), { type: 'sg-view-change', detail: view })
  for (const [name, value] of Object.entries(view)) equal(page.element.getAttribute(name), value)
})
it('the list is the same after a look at a curve, with the alarm that was open', async () => {
  const page = await alarms({
    'GET /hAlarmDev': () => ({ rows: [alarm()], total: 1 }),
    'GET /rAlarmDev/one': () => ({ alarm: alarm(), events: [], rationale: null, has_screen: false }),
  })
  await page.row('Flow too high')
  await page.press('Raised')
  const order = () => page.requestsOf('GET /hAlarmDev').at(-1)?.query.get('sort')
  await until('another order', () => order())
  const wanted = order()
  await page.openRow('Flow too high')
  await page.press('Trend at alarm')
  await page.requested('GET /hDev')
  const before = page.requestsOf('GET /hAlarmDev').length
  page.element.setAttribute('tab', 'alarms')
  await until('the list again', () => page.requestsOf('GET /hAlarmDev').length > before)
  equal(order(), wanted)
  await page.find('.side-panel')
})
