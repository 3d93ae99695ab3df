import { HOUR_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import { equal, place, until } from './check.ts'
import { driveControls, SCREEN_DEVICE, screenLook } from './controls-driver.tsx'
import type { PlayedRequest } from './played-server.ts'

const { alarm, pump, Refused } = await import('./played-server.ts')
const { pointedTimes } = await import('../../elements/canvas/controls/view/pointed-times.ts')
const { kinds, PointSourceOf, show } = await driveControls()

const flow = [{ point: 'flow', label: '' }]
const refuse = () => new Refused('100003')
const never = () => new Promise(() => {})

const stored = ({ query }: PlayedRequest) => {
  const [start, end] = [Number(query.get('start')), Number(query.get('end'))]
  const rows = Array.from({ length: 20 }, (_, at) => {
    const time = Math.floor(start + ((end - start) * at) / 20)
    return [time, 40 + at, 40 + at, 40 + at, 40 + at, 1]
  })
  return { source: 'raw', columns: [], rows }
}
const history = { 'GET /dev/shown': () => SCREEN_DEVICE, 'GET /hDev': stored }
const alarms = (...rows: ReturnType<typeof alarm>[]) => ({ rows, total: rows.length })

it('a live curve shows the stored minutes, goes on with what comes, and listens only while it is shown', async () => {
  const { box, server, says, leave } = await show('realtime-curve', { points: flow, minutes: 5 }, { answers: history })
  await says('Flow')
  const [request] = server.requestsOf('GET /hDev') as PlayedRequest[]
  equal(Number(request?.query.get('end')) - Number(request?.query.get('start')) >= 5 * MINUTE_MS, true)
  await until('the device is watched', () => server.watched.has('device/PUMP1'))
  server.values('snapshot', { flow: [71.5, 'good', Date.now()] }, { dev_state: 1, report_time: Date.now() })
  await says('71.5')
  await until('drawn', () => box.querySelector('canvas'))
  leave()
  await until('nobody listens', () => !server.watched.has('device/PUMP1'))
})

it('a live curve draws what a simulation tells, and asks for no history', async () => {
  const source = PointSourceOf('simulated', { flow: 12.5 })
  const { server, says } = await show('realtime-curve', { points: flow }, { answers: history, source })
  await says('12.5')
  equal(server.requestsOf('GET /hDev').length, 0)
  equal(server.watched.size, 0)
})

it('a live curve says so where no point is chosen, and where the server refuses', async () => {
  const { says } = await show('realtime-curve', {})
  await says('No points chosen')
  const failed = await show('realtime-curve', { points: flow }, { answers: { 'GET /dev/shown': refuse } })
  await failed.says('Retry')
  failed.server.answers['GET /dev/shown'] = () => SCREEN_DEVICE
  failed.server.answers['GET /hDev'] = stored
  ;(await failed.button('Retry')).click()
  await failed.says('Flow')
})

it('a live curve shows the minutes before the time of a replay', async () => {
  const replayTime = Date.now() - 600 * MINUTE_MS
  const { server, says } = await show('realtime-curve', { points: flow, minutes: 10 }, { answers: history, replayTime })
  await says('Flow')
  for (const { query } of server.requestsOf('GET /hDev')) {
    equal(Number(query.get('start')) <= replayTime - 10 * MINUTE_MS, true)
    equal(Number(query.get('end')) < replayTime + 11 * MINUTE_MS, true)
  }
  equal(server.watched.size, 0)
})

it('a history curve has the range that its properties say, and another that is chosen', async () => {
  const { server, says, button } = await show('history-curve', { points: flow, span: 'hours6' }, { answers: history })
  await says('Flow')
  ;(await button('Last 6 hours')).click()
  ;(await button('Last hour')).click()
  await until('the last hour is asked for', () => {
    const { query } = server.requestsOf('GET /hDev').at(-1) as PlayedRequest
    return Number(query.get('end')) - Number(query.get('start')) < 2 * HOUR_MS
  })
  await says('Last hour')
})

it('a history curve tells nothing that came after the time of a replay', async () => {
  const replayTime = Date.now() - 600 * MINUTE_MS
  const { server, says } = await show('history-curve', { points: flow, span: 'hour' }, { answers: history, replayTime })
  await says('Flow')
  const { query } = server.requestsOf('GET /hDev').at(-1) as PlayedRequest
  // A little beyond the edge is asked for, so that the line reaches it.
  equal(Number(query.get('end')) <= replayTime + 5 * MINUTE_MS, true)
})

const WEEK = { range: { from: 0, to: 0, preset: 'week' as const }, isCompared: false }
it('a history curve that shows the time of the dashboard has no range of its own to choose', async () => {
  const props = { points: flow, timeOf: 'dashboard', span: 'hour' }
  const shared = await show('history-curve', props, { answers: history, around: { time: WEEK } })
  await shared.says('Flow')
  const spanOf = ({ query }: PlayedRequest) => Number(query.get('end')) - Number(query.get('start'))
  equal(spanOf(shared.server.requestsOf('GET /hDev').at(-1) as PlayedRequest) >= 7 * 24 * HOUR_MS, true)
  equal(shared.box.querySelector('.view-actions button'), null)
  const alone = await show('history-curve', props, { answers: history })
  await alone.button('Last hour')
})

it('a history curve is drawn with the period before it where the dashboard compares', async () => {
  const props = { points: flow, timeOf: 'dashboard' }
  const { box, says } = await show('history-curve', props, {
    answers: history,
    around: { time: { ...WEEK, isCompared: true } },
  })
  await says('Flow (period before)')
  equal(box.querySelectorAll('.chart-legend-row[data-earlier]').length, 1)
})

it('a curve marks the time that another one is pointed at, and tells the others where keys lead on it', async () => {
  const times = pointedTimes()
  const { box, says } = await show(
    'history-curve',
    { points: flow },
    { answers: history, around: { pointedTimes: times } },
  )
  await says('Flow')
  times.point('another', Date.now() - HOUR_MS)
  await until('the mark', () => box.querySelector('.chart-pointed'))
  times.point('another', null)
  await until('no mark', () => !box.querySelector('.chart-pointed'))
  const chart = box.querySelector('.chart-place') as HTMLElement
  chart.focus()
  chart.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', shiftKey: true, bubbles: true }))
  await until('the others know', () => times.now())
  await until('its own line', () => box.querySelector('.chart-pointed'))
  chart.blur()
  await until('nothing is pointed at', () => times.now() === null)
})

it('a history curve says where nothing was stored', async () => {
  const { says } = await show(
    'history-curve',
    { points: flow },
    { answers: { ...history, 'GET /hDev': () => ({ source: 'raw', columns: [], rows: [] }) } },
  )
  await says('No values in this time')
})

const rows = ({ query }: PlayedRequest) => {
  const end = Number(query.get('end'))
  const row = (ago: number, key: string, value: unknown) => ({
    data_time: end - ago * MINUTE_MS,
    key,
    value,
    quality: 'good',
  })
  return { rows: [row(1, 'flow', 61.25), row(1, 'running', true), row(2, 'flow', 60)], next: null }
}
const answers = { 'GET /dev/shown': () => SCREEN_DEVICE, 'GET /yun/dev/his/data': rows }
const points = [...flow, { point: 'running', label: 'Motor' }]

it('a history table has a row each moment, the newest first, and a dash where a point had no value', async () => {
  const { box, says } = await show('history-table', { points }, { answers })
  await says('61.3')
  const cells = Array.from(box.querySelectorAll('.table-rows .table-row'), (row) =>
    Array.from(row.querySelectorAll('.table-cell'), ({ textContent }) => textContent).slice(1),
  )
  equal(cells, [
    ['61.3', 'On'],
    ['60.0', '–'],
  ])
  await says('Motor')
})

it('a history table ends with the time of a replay', async () => {
  const replayTime = Date.now() - 600 * MINUTE_MS
  const { server, says } = await show('history-table', { points }, { answers, replayTime })
  await says('61.3')
  const requests = server.requestsOf('GET /yun/dev/his/data')
  equal(
    requests.every(({ query }) => Number(query.get('end')) <= replayTime),
    true,
  )
})

const open = () =>
  alarms(
    alarm({ alarm_id: '1', alarm_level: 2, alarm_name_en: 'Low thing' }),
    alarm({ alarm_id: '2', alarm_level: 5, alarm_name_en: 'Bad thing' }),
  )
const names = (box: Element) => Array.from(box.querySelectorAll('.alarm-row-name'), ({ textContent }) => textContent)

it('an alarm list has the worst first, and confirms one for those who may', async () => {
  const { box, server, says, button } = await show(
    'alarm-list',
    { of: 'all' },
    { answers: { 'GET /rAlarmDev': open, 'PUT /rAlarmDev': () => alarm() } },
  )
  await says('Bad thing')
  equal(names(box), ['Bad thing', 'Low thing'])
  ;(await button('Confirm')).click()
  await until('confirmed', () => server.requestsOf('PUT /rAlarmDev').length > 0)
  equal(server.requestsOf('PUT /rAlarmDev')[0]?.body, { alarm_id: '2' })
})

it('an alarm list asks for the alarms of the screen’s device, and confirms none where the properties forbid it', async () => {
  const { box, server, says } = await show(
    'alarm-list',
    { of: 'device', hasConfirm: false, minLevel: 3 },
    { answers: { 'GET /rAlarmDev': open } },
  )
  await says('Bad thing')
  equal(box.querySelectorAll('button').length, 0)
  const { query } = server.requestsOf('GET /rAlarmDev')[0] as PlayedRequest
  equal(query.get('sn_code'), 'PUMP1')
})

it('an alarm list lets what is new wait while somebody points at it', async () => {
  let now = open()
  const { box, server, says, button } = await show(
    'alarm-list',
    { of: 'all' },
    { answers: { 'GET /rAlarmDev': () => now } },
  )
  await says('Bad thing')
  // React tells of entering by what bubbles.
  box.querySelector('.view-rows')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  now = alarms(...open().rows, alarm({ alarm_id: '3', alarm_level: 5, alarm_name_en: 'New thing' }))
  await until('alarms are watched', () => server.watched.has('alarms'))
  server.push({ type: 'alarm', alarm: alarm() })
  await says('1 new alarm')
  equal(names(box), ['Bad thing', 'Low thing'])
  ;(await button('1 new alarm')).click()
  await says('New thing')
})

it('an alarm list shows what was not over at the time of a replay, and confirms nothing', async () => {
  const replayTime = Date.now() - HOUR_MS
  const past = [
    alarm({ alarm_id: '1', alarm_name_en: 'Then', alarm_time: replayTime - MINUTE_MS }),
    alarm({ alarm_id: '2', alarm_name_en: 'Later', alarm_time: replayTime + MINUTE_MS }),
  ]
  const { box, says } = await show(
    'alarm-list',
    { of: 'all' },
    { answers: { 'GET /hAlarmDev': () => alarms(...past) }, replayTime },
  )
  await says('Then')
  equal(names(box), ['Then'])
  equal(box.querySelectorAll('button').length, 0)
})

it('an alarm list without alarms says when the next asking fails that there were none when it was read', async () => {
  const { box, server, says } = await show(
    'alarm-list',
    { of: 'all' },
    { answers: { 'GET /rAlarmDev': () => alarms() } },
  )
  await says('No alarms')
  server.answers['GET /rAlarmDev'] = refuse
  await until('alarms are watched', () => server.watched.has('alarms'))
  server.push({ type: 'alarm', alarm: alarm() })
  await says('No alarms when last read')
  equal(box.querySelector('.view')?.hasAttribute('data-stale'), true)
})

it('an alarm list keeps what it knew when asking again fails, and says so', async () => {
  const { server, says } = await show('alarm-list', { of: 'all' }, { answers: { 'GET /rAlarmDev': open } })
  await says('Bad thing')
  server.answers['GET /rAlarmDev'] = refuse
  await until('alarms are watched', () => server.watched.has('alarms'))
  server.push({ type: 'alarm', alarm: alarm() })
  await says('Read earlier')
  await says('Bad thing')
})

const truck = (sn_code: string) => ({ ...pump(), sn_code, dev_alias: `Truck ${sn_code}` })
const fleet = { 'GET /dev': () => ({ rows: [truck('T1'), truck('T2'), truck('T3')], total: 3 }) }
const report = (server: Awaited<ReturnType<typeof show>>['server'], sn: string, dev_state: 1 | 3, values: object) =>
  server.push({
    type: 'snapshot',
    channel: `device/${sn}`,
    seq: 1,
    server_time: Date.now(),
    dev_state,
    report_time: Date.now(),
    values,
  } as never)

it('a map marks devices by state where they are, and leads to one', async () => {
  const { box, server, says, button } = await show('map', { of: 'all' }, { answers: fleet })
  await until('all are watched', () => server.watched.has('device/T3'))
  report(server, 'T1', 1, { lat: [31, 'good', 1], lng: [121, 'good', 1] })
  report(server, 'T2', 3, { lat: [25, 'good', 1], lng: [110, 'good', 1] })
  report(server, 'T3', 1, { flow: [1, 'good', 1] })
  await says('Truck T2')
  equal(
    Array.from(box.querySelectorAll<HTMLElement>('.map-mark'), (mark) => `${mark.ariaLabel} ${mark.dataset.state}`),
    ['Truck T1 online', 'Truck T2 faulty'],
  )
  const opened: unknown[] = []
  box.addEventListener('sg-device-open', (event) => opened.push((event as CustomEvent).detail))
  document.body.addEventListener('sg-device-open', (event) => opened.push((event as CustomEvent).detail), {
    once: true,
  })
  ;(await button('Truck T2')).click()
  await says('Faulty')
  ;(await button('Device details')).click()
  equal(opened, [{ sn_code: 'T2' }])
})

it('a map chooses the device that is pressed where a screen can show another, and marks the one that is shown', async () => {
  const chosen: string[] = []
  const around = { choose: (sn_code: string) => void chosen.push(sn_code) }
  const answers = { 'GET /dev': () => ({ rows: [truck('T1'), pump()], total: 2 }) }
  const { box, server, says, button } = await show('map', { of: 'all' }, { answers, around })
  await until('all are watched', () => server.watched.has('device/PUMP1'))
  report(server, 'T1', 1, { lat: [31, 'good', 1], lng: [121, 'good', 1] })
  report(server, 'PUMP1', 1, { lat: [25, 'good', 1], lng: [110, 'good', 1] })
  await says('Truck T1')
  ;(await button('Truck T1')).click()
  equal(chosen, ['T1'])
  equal(box.querySelector('.map-card'), null)
  equal(
    Array.from(box.querySelectorAll('.map-mark'), ({ ariaPressed }) => ariaPressed),
    ['false', 'true'],
  )
})

it('a map says where no device reports its position', async () => {
  const { server, says } = await show('map', { of: 'all' }, { answers: fleet })
  await until('all are watched', () => server.watched.has('device/T3'))
  report(server, 'T1', 1, { flow: [1, 'good', 1] })
  await says('No device reports its position')
})

const PLACE = { lat: 30, lng: 120 }
it('the weather is shown with its time and what the place is called', async () => {
  const weather = { place: 'Hangzhou', temperature: 18.4, humidity: 71, wind_speed: 3.2, condition: 'rain' }
  const { says } = await show('weather', PLACE, {
    answers: { 'GET /weather/now': () => ({ ...weather, time: Date.now() }) },
  })
  for (const said of ['Hangzhou', '18', 'Rain', '71%', '3.2 m/s', 'As of']) await says(said)
})
it('the weather says plainly that no service is set up, and that a place is missing', async () => {
  const { says } = await show('weather', PLACE, { answers: { 'GET /weather/now': () => new Refused('119003') } })
  await says('No weather service is set up')
  await (await show('weather', {})).says('No place set')
})

const VIEWS: readonly (readonly [kind: string, props: object, calls: readonly string[]])[] = [
  ['realtime-curve', { points: flow }, ['GET /dev/shown']],
  ['history-curve', { points: flow }, ['GET /dev/shown']],
  ['history-table', { points: flow }, ['GET /dev/shown', 'GET /yun/dev/his/data']],
  ['alarm-list', { of: 'all' }, ['GET /rAlarmDev']],
  ['map', { of: 'all' }, ['GET /dev']],
  ['weather', { lat: 1, lng: 2 }, ['GET /weather/now']],
]
for (const [kind, props, calls] of VIEWS) {
  const answering = (answer: () => unknown) => Object.fromEntries(calls.map((call) => [call, answer]))
  describe(`${kind} in any box`, () => {
    it('a control with data shows an example in the editor, marked as one, requests nothing and takes no pointer', async () => {
      const { box, server, says } = await show(kind, props, { isEditing: true })
      await says('Example')
      equal(
        server.requests
          .map(({ call }) => call)
          .filter((call) => !call.startsWith('POST /yun/v2') && !/sys|zone/.test(call)),
        [],
      )
      equal(box.querySelector('.view')?.hasAttribute('inert'), true)
    })
    it('a control with data waits, and reports a lost line, within its box', async () => {
      for (const answer of [
        never,
        () => {
          throw new TypeError('Failed to fetch')
        },
      ]) {
        const { box, says } = await show(kind, props, { answers: answering(answer), width: 160, height: 80 })
        if (answer === never) await until('it waits', () => box.querySelector('.view-waiting'))
        else await says('The server cannot be reached')
        const view = box.querySelector('.view') as HTMLElement
        equal([view.clientWidth, view.clientHeight, view.scrollHeight], [160, 80, 80])
      }
    })
  })
}

const PAINTED = [
  'gauge',
  'tank',
  'bar',
  'progress',
  'clock',
  'weather',
  'screen-link',
  'realtime-curve',
  'history-curve',
  'history-table',
  'alarm-list',
  'map',
]
it('every kind paints itself in any size, with and without a value, and leaves the context as it was', async () => {
  const canvas = document.createElement('canvas')
  place('').append(canvas)
  canvas.width = canvas.height = 500
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  for (const kind of PAINTED) {
    const definition = kinds.get(kind)
    if (!definition?.paint) throw new Error(`${kind} does not paint`)
    const choices = [{}, { value: 42 }, { value: 97, high: 80, highHigh: 95, low: 10, normalFrom: 20, setpoint: 50 }]
    const looks = [{}, { direction: 'horizontal', pointer: 'fill', shape: 'open', face: 'analog', sweep: 180 }]
    for (const [width, height] of [
      [1, 1],
      [20, 300],
      [400, 30],
      [480, 300],
    ] as const) {
      for (const value of choices) {
        for (const more of looks) {
          const props = { ...definition.defaults, label: 'A name', ...value, ...more }
          context.globalAlpha = 0.5
          context.setTransform(2, 0, 0, 2, 7, 7)
          const state = { props, opacity: 1, quality: 'good', alarm_level: 0 }
          definition.paint({
            context,
            props,
            state,
            width,
            height,
            look: screenLook,
            motionMs: 0,
            isPressed: false,
            now: Date.UTC(2026, 0, 1),
          } as never)
          const { a, e } = context.getTransform()
          equal([kind, context.globalAlpha, a, e, context.getLineDash().length], [kind, 0.5, 2, 7, 0])
        }
      }
    }
  }
})

it('a screen link leads to its screen, in place or in a pop-up, and nowhere without one', () => {
  const press = kinds.get('screen-link')?.press as (props: object) => unknown
  const link = { label: '', screen_id: 7, sn_code: '', opens: 'here' }
  equal(press(link), { does: 'switch_screen', screen_id: 7 })
  equal(press({ ...link, opens: 'pop_up', sn_code: 'A1' }), { does: 'pop_up', screen_id: 7, sn_code: 'A1' })
  equal(press({ ...link, screen_id: null }), null)
})
