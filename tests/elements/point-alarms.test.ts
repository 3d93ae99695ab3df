import { sendMouse } from '@web/test-runner-commands'
import { equal, turn, until } from './check.ts'
import { marked, point, pump } from './played-server.ts'
import { type Answers, middle, type Screen, shown } from './screen-driver.ts'

const points = ['flow', 'level', 'heat', 'running'].map((key) => point(key))
type Marked = ReturnType<typeof marked>
const device = (found: readonly Marked[], sn_code = 'PUMP1') => ({
  sn_code,
  group_id: 1,
  open: found.length,
  unconfirmed: 0,
  alarm_level: 5,
  points: found,
})

afterEach(() => sendMouse({ type: 'move', position: [0, 0] }))

/** The values of a pump whose points are in alarm as `alarms` says by then. */
async function values(alarms: () => Marked[], more: Answers = {}, style = '') {
  const page = await shown(
    '<sg-device-monitor lang="en" sn="PUMP1"></sg-device-monitor>',
    {
      'GET /dev/basic': () => pump({ points }),
      'GET /rAlarmDev/marks': () => (alarms().length > 0 ? [device(alarms())] : []),
      ...more,
    },
    ['P30000'],
    style,
  )
  await until('alarms are heard', () => page.server.watched.has('alarms'))
  await page.row('running')
  return page
}
/** As they stand, whatever the order in which they were drawn. */
const order = (page: Screen) =>
  page
    .all('.table-rows [role=row]')
    .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    .map((row) => row.querySelector('[role=gridcell]')?.textContent)
const changed = (page: Screen) =>
  page.server.push({ type: 'alarm', alarm: { alarm_id: '1', sn_code: 'PUMP1' } } as never)
const marksOf = (page: Screen) => page.all('.alarm-shape[role=img]').map(({ ariaLabel }) => ariaLabel)

it('points in alarm come first by their level, each with its mark, a frame and its state in words', async () => {
  const page = await values(() => [marked('heat', 5, { state: 'RTNUN' }), marked('level', 2, { open: 2 })])
  await until('the marks', () => marksOf(page).length === 2)
  equal(order(page), ['heat', 'level', 'flow', 'running'])
  equal((await page.named('Alarms2', '[role=tab]')).isConnected, true)
  equal(marksOf(page), ['Critical alarm (recovered, unconfirmed)', '2 open alarms, the worst: Low (unconfirmed)'])
  const value = (await page.row('heat')).querySelector('.alarmed-value')
  equal(getComputedStyle(value as Element).boxShadow === 'none', false)
})
it('the marks of values come and go with alarms, and are requested once each time', async () => {
  let alarms: Marked[] = []
  const page = await values(() => alarms)
  equal(order(page), ['flow', 'level', 'heat', 'running'])
  await page.requested('GET /rAlarmDev/marks')
  await until('the line is up', () => page.server.connection.$status.get() === 'live')
  const before = page.requestsOf('GET /rAlarmDev/marks').length
  alarms = [marked('heat', 3)]
  changed(page)
  await until('heat is first', () => order(page)[0] === 'heat')
  const requests = page.requestsOf('GET /rAlarmDev/marks')
  equal(requests.length, before + 1)
  equal(
    requests.every(({ query }) => query.get('sn_code') === 'PUMP1'),
    true,
  )
  alarms = []
  changed(page)
  await until('no mark', () => marksOf(page).length === 0)
  equal(order(page), ['flow', 'level', 'heat', 'running'])
})
it('values under the pointer keep their places while alarms come, and take their new ones after it has left', async () => {
  let alarms: Marked[] = []
  const page = await values(() => alarms)
  await sendMouse({ type: 'move', position: middle(await page.row('flow')) })
  await turn()
  alarms = [marked('heat', 4)]
  changed(page)
  await until('the mark', () => marksOf(page).length === 1)
  equal(order(page), ['flow', 'level', 'heat', 'running'])
  await sendMouse({ type: 'move', position: [0, 0] })
  await until('heat is first', () => order(page)[0] === 'heat')
})
it('values keep their places while the focus is among them', async () => {
  let alarms: Marked[] = []
  const page = await values(() => alarms)
  const grid = await page.find('.table')
  grid.focus()
  alarms = [marked('heat', 4)]
  changed(page)
  await until('the mark', () => marksOf(page).length === 1)
  equal(order(page), ['flow', 'level', 'heat', 'running'])
  grid.blur()
  await until('heat is first', () => order(page)[0] === 'heat')
})
it('who may not see alarms has the values without marks', async () => {
  const page = await values(() => [], { 'GET /rAlarmDev/marks': () => undefined })
  await page.requested('GET /rAlarmDev/marks')
  equal(order(page), ['flow', 'level', 'heat', 'running'])
  equal(marksOf(page), [])
})
it('tiles of a device show its points in alarm first, with their marks', async () => {
  const page = await values(() => [marked('running', 4)])
  await page.press('Tiles')
  await until('the mark in a tile', () => page.all('.monitor-tile .alarm-shape').length === 1)
  equal(page.texts('.monitor-tile-name')[0], 'running')
})
it('the age of each value has a column of its own', async () => {
  const page = await values(() => [], {}, 'inline-size: 1000px')
  await until('the device is watched', () => page.server.watched.has('device/PUMP1'))
  page.server.values('snapshot', { flow: [1, 'good', Date.now() - 120_000] }, { dev_state: 1, report_time: Date.now() })
  await page.having('[role=columnheader]', 'Updated')
  await until('its age', async () => (await page.row('flow')).textContent?.includes('2 min ago'))
})

it('the board shows the points in alarm of a device in its tile, however far down they are, without a call for each', async () => {
  const many = Array.from({ length: 9 }, (_, at) => point(`p${at}`))
  const page = await shown(
    '<sg-device-board lang="en" style="width: 1200px"></sg-device-board>',
    {
      'GET /dev': () => ({ rows: ['A1', 'B2'].map((sn_code) => pump({ sn_code, dev_alias: sn_code })), total: 2 }),
      'GET /dev/basic': ({ query }) => pump({ sn_code: query.get('sn_code') ?? '', points: many }),
      'GET /yun/dev/group': () => [],
      'GET /rAlarmDev/marks': () => [device([marked('p8', 5), marked('p6', 3)], 'B2')],
    },
    ['P10000', 'P30000'],
  )
  await until('the marks', () => page.all('.tile-values .alarm-shape').length === 2)
  const tile = await page.having('.tile', 'B2')
  equal(
    Array.from(tile.querySelectorAll('dt'), ({ textContent }) => textContent),
    ['p8', 'p6', 'p0', 'p1'],
  )
  equal(
    page.requestsOf('GET /rAlarmDev/marks').every(({ query }) => !query.has('sn_code')),
    true,
  )
})
