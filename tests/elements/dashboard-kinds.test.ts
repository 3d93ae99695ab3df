import { DAY_MS, HOUR_MS } from '../../core/catalogue/durations.ts'
import type { Device } from '../../core/contract/device.ts'
import { measures } from './alarm-kpi-pages.ts'
import { equal, until } from './check.ts'
import { driveControls, SCREEN_DEVICE } from './controls-driver.tsx'
import type { PlayedRequest } from './played-server.ts'

const { holding, point, pump, Refused } = await import('./played-server.ts')
const { PointSourceOf, show } = await driveControls()

const never = () => new Promise(() => {})
const named = (sn_code: string, more: Partial<Device> = {}) => ({
  ...pump(),
  sn_code,
  dev_alias: `Station ${sn_code}`,
  ...more,
})
const flow = point('flow', { unit: 'm³/h', decimals: 1 })
const listOf = (rows: object[], total = rows.length) => ({ 'GET /dev': () => ({ rows, total }) })
const stations = {
  ...listOf([named('S1'), named('PUMP1'), named('S3', { dev_state: 2 })]),
  'GET /dev/basic': ({ query }: PlayedRequest) => ({ ...named(query.get('sn_code') ?? ''), points: [flow] }),
}
const linked = () => {
  const chosen: string[] = []
  const groups: (number | null)[] = []
  const around = {
    choose: (sn_code: string) => void chosen.push(sn_code),
    chooseGroup: (group_id: number | null) => void groups.push(group_id),
  }
  return { chosen, groups, around }
}
const rowsOf = (box: Element) =>
  Array.from(box.querySelectorAll('.table-rows .table-row'), (row) =>
    Array.from(row.querySelectorAll('.table-cell'), ({ textContent }) => textContent),
  )

it('a device list shows states and newest values as they come, and chooses by press and by Enter', async () => {
  const { chosen, around } = linked()
  const props = { columns: [{ key: 'flow', label: '' }] }
  const { box, server, says } = await show('device-list', props, { answers: stations, around })
  await says('Station S3')
  await until('the rows in sight are watched', () => server.watched.has('device/S1'))
  server.push({
    type: 'snapshot',
    channel: 'device/S1',
    seq: 1,
    server_time: Date.now(),
    dev_state: 3,
    report_time: Date.now(),
    values: { flow: [71.46, 'good', Date.now()] },
  } as never)
  await says('71.5')
  equal(rowsOf(box)[0], ['Station S1', 'S1', 'Faulty', '71.5m³/h'])
  equal(box.querySelector('[aria-current="true"]')?.textContent?.includes('PUMP1'), true)
  box.querySelector<HTMLElement>('.table-rows .table-row')?.click()
  const grid = box.querySelector('[role=grid]') as HTMLElement
  grid.focus()
  const press = (key: string) => grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  press('End')
  await until('the last row is at hand', () => box.querySelector('[data-active]')?.textContent?.includes('S3'))
  press('Enter')
  equal(chosen, ['S1', 'S3'])
})

it('a device list is of a group or a template, narrowed by the group that is chosen beside it', async () => {
  const group = await show('device-list', { of: 'group', group_id: 4 }, { answers: stations })
  await group.says('Station S1')
  equal(group.server.requestsOf('GET /dev').at(-1)?.query.get('group_id'), '4')
  const chosen = await show(
    'device-list',
    { of: 'template', template_id: 7 },
    { answers: stations, around: { group_id: 9 } },
  )
  await chosen.says('Station S1')
  const query = chosen.server.requestsOf('GET /dev').at(-1)?.query
  equal([query?.get('template_id'), query?.get('group_id')], ['7', '9'])
})

it('a device list is searched by the server and turned page by page', async () => {
  const answers = {
    ...stations,
    'GET /dev': ({ query }: PlayedRequest) => {
      if (query.get('search')) return { rows: [], total: 0 }
      return { rows: [named(`P${query.get('page')}`)], total: 100_000 }
    },
  }
  const { box, says, button } = await show('device-list', { title: 'Plants' }, { answers })
  await says('100000 devices')
  ;(await button('Next page')).click()
  await says('Station P2')
  const search = box.querySelector('input') as HTMLInputElement
  search.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'zz')
  search.dispatchEvent(new Event('input', { bubbles: true }))
  await says('No device matches')
})

const groupRow = (group_id: number, parent_id: number | null, group_name: string, device_count: number) => ({
  group_id,
  parent_id,
  group_name,
  is_default: false,
  device_count,
  remarks: '',
  online: device_count,
  offline: 0,
  faulty: 0,
  may_edit: false,
  may_move: false,
})
const treeRows = (box: Element) =>
  Array.from(box.querySelectorAll<HTMLElement>('[role=treeitem]'), (row) =>
    [row.ariaLevel, row.ariaLabel, row.ariaSelected === 'true' ? 'chosen' : ''].join(' ').trim(),
  )
const tree = (devices: object[], ...groups: ReturnType<typeof groupRow>[]) => ({
  'GET /yun/dev/group/tree': () => groups,
  'GET /yun/dev/group': () => groups,
  'GET /dev': () => ({ rows: devices, total: devices.length }),
})

it('a device tree shows groups with their devices and states, marks the device that is shown and chooses another', async () => {
  const { chosen, around } = linked()
  const answers = tree(
    [named('PUMP1', { group_id: 2 }), named('S2', { group_id: 2, dev_state: 2 })],
    groupRow(1, null, 'Works', 0),
    groupRow(2, 1, 'Hall', 2),
  )
  const { box, says, server } = await show(
    'device-tree',
    {},
    { answers: { ...answers, ...holding(['P31000']) }, around },
  )
  await says('Station S2')
  await until('states are known', () => treeRows(box)[1]?.includes('online'))
  equal(treeRows(box), [
    '1 Works, 0 devices',
    '2 Hall, 2 online',
    '3 Station PUMP1, Online chosen',
    '3 Station S2, Offline',
  ])
  equal(server.requestsOf('GET /dev').length, 1)
  box.querySelectorAll<HTMLElement>('[role=treeitem]')[3]?.click()
  equal(chosen, ['S2'])
})

it('a device tree of many devices reads those of the groups that are open, page by page', async () => {
  const page = ({ query }: PlayedRequest) => {
    if (!query.has('group_id')) return { rows: [], total: 0 }
    const [group_id, at] = [Number(query.get('group_id')), Number(query.get('page'))]
    const rows = Array.from({ length: 100 }, (_, i) => named(`D${at}-${i}`, { group_id }))
    return { rows, total: 60_000 }
  }
  const answers = { ...tree([], groupRow(1, null, 'Works', 60_000)), 'GET /dev': page }
  const { box, says, server } = await show('device-tree', {}, { answers })
  await says('Station D1-0')
  equal(
    server.requestsOf('GET /dev').every(({ query }) => query.get('group_only') === 'true'),
    true,
  )
  await says('59900 more, press to load')
  Array.from(box.querySelectorAll<HTMLElement>('[role=treeitem]')).at(-1)?.click()
  await says('Station D2-0')
})

it('a device tree is searched by the server', async () => {
  const answers = {
    ...tree([named('S1', { group_id: 1 })], groupRow(1, null, 'Works', 1), groupRow(2, null, 'Empty', 0)),
  }
  const { box, says } = await show('device-tree', {}, { answers })
  await says('Empty')
  const search = box.querySelector('input') as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 's1')
  search.dispatchEvent(new Event('input', { bubbles: true }))
  await until('only what leads to it is left', () => !box.textContent?.includes('Empty'))
  equal(treeRows(box), ['1 Works, 1 device', '2 Station S1, Online'])
})

it('a group tree chooses the group whose devices the lists beside it show, and all again', async () => {
  const { groups, around } = linked()
  const answers = tree([], groupRow(1, null, 'Works', 3), groupRow(2, 1, 'Hall', 2))
  const { box, says } = await show('group-tree', {}, { answers, around: { ...around, group_id: 2 } })
  await says('Hall')
  equal(treeRows(box), ['1 All devices', '1 Works, 3 devices', '2 Hall, 2 devices chosen'])
  for (const at of [1, 0]) box.querySelectorAll<HTMLElement>('[role=treeitem]')[at]?.click()
  equal(groups, [1, null])
})

const at = (key: string, more = {}) => [{ point: key, label: '', ...more }]
const history = {
  'GET /dev/shown': () => SCREEN_DEVICE,
  // 50 in the last day, 40 in the one before.
  'GET /hDev': ({ query }: PlayedRequest) => {
    const value = Date.now() - Number(query.get('end')) < DAY_MS / 2 ? 50 : 40
    return { source: 'hour', columns: [], rows: [[0, value, value, value, value, 10]], gaps: [], mean: value }
  },
}

it('key figures show newest values with the change on the span before, marked only where their author says which is good', async () => {
  const points = [...at('flow', { better: 'lower' }), ...at('running', { label: 'Motor', better: 'none' })]
  const { box, server, says } = await show('key-figures', { points, span: 'day' }, { answers: history })
  await until('the device is watched', () => server.watched.has('device/PUMP1'))
  server.values('snapshot', { flow: [71.46, 'good', 1], running: [true, 'bad', 1] }, { dev_state: 1, report_time: 1 })
  await says('71.5m³/h')
  await says('25.0%')
  const figures = Array.from(box.querySelectorAll('.key-figure'), ({ textContent }) => textContent)
  equal(figures, ['Flow71.5m³/h25.0%worse vs the 24 h before', 'MotorOn25.0% vs the 24 h before'])
  equal(box.querySelector('.key-figure .value-bad') !== null, true)
})

it('key figures compare nothing where nothing shall be, and say where there is nothing to compare with', async () => {
  const none = await show('key-figures', { points: at('flow'), span: 'none' }, { answers: history })
  await none.says('Flow')
  equal(none.server.requestsOf('GET /hDev').length, 0)
  const empty = { source: 'hour', columns: [], rows: [], gaps: [], mean: null }
  const answers = { ...history, 'GET /hDev': () => empty }
  await (await show('key-figures', { points: at('flow') }, { answers })).says('Nothing to compare with')
  await (await show('key-figures', {})).says('No points chosen')
})

it('key figures compare what can be read where a point of theirs is gone', async () => {
  const answers = {
    ...history,
    'GET /hDev': (request: PlayedRequest) =>
      request.query.get('key') === 'running' ? new Refused('110544') : history['GET /hDev'](request),
  }
  const { box, server, says } = await show(
    'key-figures',
    { points: [...at('flow'), ...at('running'), ...at('gone')] },
    { answers },
  )
  await says('25.0%')
  equal(box.textContent?.split('Nothing to compare with').length, 3)
  equal(
    server.requestsOf('GET /hDev').some(({ query }) => query.get('key') === 'gone'),
    false,
  )
  equal(box.querySelector('.view-stale'), null)
})

it('key figures show the values of a simulation', async () => {
  const source = PointSourceOf('simulated', { flow: 12.5 })
  const { server, says } = await show('key-figures', { points: at('flow'), span: 'none' }, { source })
  await says('12.5')
  equal(server.watched.size, 0)
})

const parts = [...at('flow', { colour: '#ff0000' }), ...at('running', { label: 'Motor', colour: '' })]
const newest = { flow: 30, running: 10 }
const tableOf = (box: Element) =>
  Array.from(box.querySelectorAll('table tr'), (row) =>
    Array.from(row.querySelectorAll('th, td'), ({ textContent }) => textContent),
  )

it('a pie shows the shares of newest values, with a table of the same', async () => {
  const source = PointSourceOf('live', newest)
  const { box, says } = await show('pie', { points: parts }, { source })
  await says('75.0%')
  equal(tableOf(box), [
    ['Name', 'Value', 'Share'],
    ['Flow', '30.0 m³/h', '75.0%'],
    ['Motor', '10', '25.0%'],
  ])
  equal(box.querySelectorAll('.pie-slice').length, 2)
  equal((box.querySelector('.pie-slice') as SVGElement).style.fill, 'rgb(255, 0, 0)')
  await (await show('pie', { points: parts }, { source: PointSourceOf('live', {}) })).says('No values yet')
})

it('columns show newest values side by side, are walked by arrow keys, and have a table behind them', async () => {
  const source = PointSourceOf('live', newest)
  const { box, says } = await show('column-chart', { points: parts }, { source })
  await says('Motor')
  equal(tableOf(box), [
    ['Name', 'Value'],
    ['Flow', '30.0 m³/h'],
    ['Motor', '10'],
  ])
  const columns = Array.from(box.querySelectorAll<HTMLElement>('.columns-place'))
  columns[0]?.focus()
  columns[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
  equal(columns[1] === document.activeElement, true)
  await until('its value is said', () => box.querySelector('.columns-said')?.textContent === 'Motor: 10')
})

it('columns by time show what points came to in each hour, and say where nothing was stored', async () => {
  const hourly = ({ query }: PlayedRequest) => {
    const start = Number(query.get('start'))
    const rows = Array.from({ length: Number(query.get('width')) }, (_, hour) => [
      start + hour * HOUR_MS,
      5,
      9,
      5,
      8,
      9,
    ])
    return { source: 'hour', columns: [], rows, gaps: [], mean: 7 }
  }
  const props = { points: at('flow', { colour: '' }), by: 'hour', aggregate: 'difference' }
  const { box, server, says } = await show('column-chart', props, { answers: { ...history, 'GET /hDev': hourly } })
  await says('3.0 m³/h')
  equal(box.querySelectorAll('.columns-place').length, 24)
  const { query } = server.requestsOf('GET /hDev')[0] as PlayedRequest
  equal([Number(query.get('start')) % HOUR_MS, Number(query.get('end')) % HOUR_MS, query.get('width')], [0, 0, '24'])
  const nothing = () => ({ source: 'hour', columns: [], rows: [], gaps: [], mean: null })
  await (await show('column-chart', props, { answers: { ...history, 'GET /hDev': nothing } })).says(
    'No values in this time',
  )
})

it('tabs show the control of the chosen one and hide those of the others, by press and by arrow keys', async () => {
  const shown = new Map<string, boolean>()
  const around = { setShown: (id: string, isShown: boolean) => void shown.set(id, isShown) }
  const tabs = ['Water', 'Power', ''].map((label, index) => ({ label, control_id: `g${index}` }))
  const { box, says } = await show('tabs', { tabs, initial: 2, look: 'toggle' }, { around, width: 320, height: 40 })
  await says('Tab 3')
  equal(
    [...shown],
    [
      ['g0', false],
      ['g1', true],
      ['g2', false],
    ],
  )
  const all = Array.from(box.querySelectorAll<HTMLElement>('[role=tablist] [role=tab]'))
  equal(
    all.map(({ ariaSelected, tabIndex }) => [ariaSelected, tabIndex]),
    [
      ['false', -1],
      ['true', 0],
      ['false', -1],
    ],
  )
  all[1]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
  await until('the first is shown', () => shown.get('g0') === true && shown.get('g1') === false)
  equal(document.activeElement === all[0], true)
  all[2]?.click()
  await until('the last is shown', () => shown.get('g2') === true && shown.get('g0') === false)
})

it('tabs hide nothing while they are drawn, and say so where none are set', async () => {
  const shown: string[] = []
  const around = { setShown: (id: string) => void shown.push(id) }
  const { says } = await show('tabs', { tabs: [{ label: 'Water', control_id: 'g' }] }, { around, isEditing: true })
  await says('Water')
  equal(shown, [])
  await (await show('tabs', {})).says('No tabs set')
})

it('a screen is asked for by the device of the dashboard or its own, and is not shown in a screen that stands in one', async () => {
  const drawn = new Set<string>()
  const around = { showScreen: (of: object) => void drawn.add(JSON.stringify(of)) }
  await show('screen', {}, { around })
  await until('the device of the dashboard', () => drawn.size === 1)
  await show('screen', { sn_code: 'S9', screen_id: 4 }, { around })
  await until('another device', () => drawn.size === 2)
  equal([...drawn], ['{"sn_code":"PUMP1","screen_id":null}', '{"sn_code":"S9","screen_id":4}'])
  await (await show('screen', {})).says('A screen within a screen shows no further one')
})

it('a formatted text is made of elements: links lead to the web alone, and markup is text', async () => {
  const text =
    '# Title\n\n**bold** <img src=x onerror=alert(1)>\n\n- [site](https://x.example)\n- [bad](javascript:alert(1))'
  const { box, says } = await show('markdown', { text })
  await says('Title')
  equal(
    Array.from(box.querySelectorAll('.markdown > *'), ({ tagName }) => tagName),
    ['H3', 'P', 'UL'],
  )
  equal(box.querySelectorAll('img').length, 0)
  equal(
    Array.from(box.querySelectorAll('a'), ({ href, rel }) => [href, rel]),
    [['https://x.example/', 'noopener noreferrer']],
  )
  await (await show('markdown', {})).says('No text')
})

const measured = {
  'GET /rAlarmDev/counts': () => ({ levels: [{ alarm_level: 5, open: 3, unconfirmed: 2 }], held: 0, worst: null }),
  'GET /rAlarmDev/measures': ({ query }: PlayedRequest) => {
    const all = measures()
    const series = Array.from({ length: 24 }, (_, hour) => {
      const start_time = Number(query.get('start')) + hour * HOUR_MS
      return { ...(all.series[0] as object), start_time, end_time: start_time + HOUR_MS, levels: [0, hour, 0, 0, 1] }
    })
    const [row] = all.top.rows
    return {
      ...all,
      series,
      top: { ...all.top, rows: [{ ...row, dev_alias: 'Station 1', alarm_name_en: 'Too high' }] },
    }
  },
}

it('the numbers of alarms are those that stand by level, those of a day by hour, or the most frequent', async () => {
  const standing = await show('alarm-measures', { of: 'device' }, { answers: measured })
  await standing.says('Critical')
  equal(tableOf(standing.box)[1], ['Critical', '3', '2'])
  equal(standing.server.requestsOf('GET /rAlarmDev/counts')[0]?.query.get('sn_code'), 'PUMP1')
  const hours = await show('alarm-measures', { shows: 'hours', of: 'group', group_id: 4 }, { answers: measured })
  await until('24 hours', () => hours.box.querySelectorAll('.columns-place').length === 24)
  equal(tableOf(hours.box).at(-1)?.[1], '24 · Critical 1 · Low 23')
  equal(hours.server.requestsOf('GET /rAlarmDev/measures')[0]?.query.get('group_id'), '4')
  const frequent = await show('alarm-measures', { shows: 'frequent' }, { answers: measured })
  await frequent.says('Too high · Station 1')
})

const VIEWS: readonly (readonly [kind: string, props: object, calls: readonly string[]])[] = [
  ['key-figures', { points: at('flow') }, ['GET /dev/shown']],
  ['alarm-measures', {}, ['GET /rAlarmDev/counts']],
  ['alarm-measures', { shows: 'frequent' }, ['GET /rAlarmDev/measures']],
  ['pie', { points: parts }, ['GET /dev/shown']],
  ['column-chart', { points: parts }, ['GET /dev/shown']],
  ['column-chart', { points: parts, by: 'day' }, ['GET /dev/shown', 'GET /hDev']],
  ['device-list', {}, ['GET /dev']],
  ['device-tree', {}, ['GET /yun/dev/group/tree', 'GET /yun/dev/group', 'GET /dev']],
  ['group-tree', {}, ['GET /yun/dev/group/tree', 'GET /yun/dev/group']],
]
for (const [kind, props, calls] of VIEWS) {
  const answering = (answer: () => unknown) => Object.fromEntries(calls.map((call) => [call, answer]))
  describe(`${kind} in any box`, () => {
    it('a component of a dashboard shows an example in the editor, requests nothing and takes no pointer', async () => {
      const { box, server, says } = await show(kind, props, { isEditing: true })
      await says('Example')
      equal(
        server.requests.map(({ call }) => call).filter((call) => calls.includes(call)),
        [],
      )
      equal(box.querySelector('.view')?.hasAttribute('inert'), true)
    })
    it('a component of a dashboard waits, reports a refusal and a lost line, within its box', async () => {
      const failing = () => {
        throw new TypeError('Failed to fetch')
      }
      for (const [answer, said] of [
        [never, null],
        [() => new Refused('100003'), 'Retry'],
        [failing, 'The server cannot be reached'],
      ] as const) {
        const { box, says } = await show(kind, props, { answers: answering(answer), width: 160, height: 80 })
        if (said === null) await until('it waits', () => box.querySelector('.view-waiting'))
        else await says(said)
        const view = box.querySelector('.view') as HTMLElement
        equal([view.clientWidth, view.clientHeight, view.scrollHeight], [160, 80, 80])
      }
    })
  })
}
