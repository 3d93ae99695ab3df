import { DAY_MS } from '../../core/catalogue/durations.ts'
import type { Device } from '../../core/contract/device.ts'
import { equal, turn, until } from './check.ts'
import { HOME_ANSWERS } from './home-pages.ts'
import { alarm, pump } from './played-server.ts'
import { type Answers, Refused, shown as shownWith } from './screen-driver.ts'

const device = (sn_code: string, more: Partial<Device> = {}) => ({
  ...pump(),
  sn_code,
  dev_alias: `Pump ${sn_code}`,
  ...more,
})
const counts = { online: 1, offline: 1, faulty: 0, unregistered: 0 }
const groups = [
  { group_id: 1, parent_id: null, group_name: 'Water', is_default: true, device_count: 2 },
  { group_id: 2, parent_id: 1, group_name: 'East', is_default: false, device_count: 1 },
]

const ROLES = ['P30000', 'P30100', 'P30200', 'P100000', 'P73000', 'P73100', 'P73200', 'P73300']
const shown = (markup: string, answers: Answers = {}) =>
  shownWith(
    markup,
    {
      'GET /dev': () => ({ rows: [device('P1'), device('P2', { dev_state: 2 })], total: 2 }),
      'GET /dev/counts': () => counts,
      'GET /dev/broker': () => ({ scheme: 'mqtt', host: '127.0.0.1', port: 1884, is_local: true }),
      'GET /yun/dev/group': () => groups,
      'GET /rAlarmDev': () => ({ rows: [alarm()], total: 1 }),
      ...answers,
    },
    ROLES,
  )

it('<sg-sign-in> tells what is missing at the field, and sends nothing', async () => {
  const page = await shown('<sg-sign-in lang="en"></sg-sign-in>')
  const before = page.requestsOf('POST /yun/v2/user/login').length
  await page.press('Sign in')
  await page.says('Enter a user name, phone number or email', 'Enter the password')
  equal(page.requestsOf('POST /yun/v2/user/login').length, before)
})

it('<sg-sign-in> says the same of a wrong password, an unknown name and a locked one', async () => {
  for (const code of ['110003', '110310', '110426']) {
    const page = await shown('<sg-sign-in lang="en"></sg-sign-in>')
    page.answers['POST /yun/v2/user/login'] = () => new Refused(code)
    await page.fill({ user_name: 'li', password: 'secret' })
    await page.press('Sign in')
    await page.says('The user name or password is wrong')
    equal(page.events, [])
  }
})

it('<sg-sign-in> informs the page who signed in, and never the token', async () => {
  const page = await shown('<sg-sign-in lang="en"></sg-sign-in>')
  await page.fill({ user_name: 'li', password: 'secret' })
  await page.press('Sign in')
  await until('reported', () => page.events.length > 0)
  equal(page.events, [{ type: 'sg-signed-in', detail: { user_id: 7, name: 'Li' } }])
})

const session = { token: 'T', user_id: 7, tenant_id: 1, name: 'Li', menuPermissions: '' }

it('<sg-home> leads from each number to the devices that it counts', async () => {
  const page = await shown('<sg-home lang="en"></sg-home>')
  ;(await page.find('.count-offline')).click()
  equal(page.events, [{ type: 'sg-navigate', detail: { path: '/device?state=offline' } }])
})

it('<sg-home> counts unregistered devices, which no list holds, without leading anywhere', async () => {
  const page = await shown('<sg-home lang="en"></sg-home>', {
    'GET /dev/counts': () => ({ ...counts, unregistered: 3 }),
  })
  const box = await page.find('.count-unregistered')
  equal([box.querySelector('.count-number')?.textContent, box.localName], ['3', 'div'])
})

it('<sg-home> counts the alarms that operators see, and leads to all of them', async () => {
  const roles = ['P00000', 'P10000', 'P70000', 'P73000']
  const page = await shown('<sg-home lang="en"></sg-home>', {
    'POST /yun/v2/user/login': () => ({ ...session, roles }),
    'GET /rAlarmDev': () => ({ rows: [alarm()], total: 12 }),
    'GET /bulletin/board': () => ({ rows: [], total: 0 }),
  })
  await page.says('Flow too high')
  equal(page.root.querySelector('.count-alarms .count-number')?.textContent, '12')
  equal(page.requestsOf('GET /rAlarmDev')[0]?.query.get('states'), 'UNACK,ACKED,RTNUN')
  equal(page.requestsOf('GET /rAlarmDev')[0]?.query.get('sort'), '-alarm_level')
  await page.press('All alarms')
  page.root.querySelector<HTMLElement>('.count-alarms')?.click()
  const toAll = { type: 'sg-navigate', detail: { path: '/info/realTimeFault' } }
  equal(page.events, [toAll, toAll])
})

it('<sg-home> names the alarm that makes a device faulty beside that device', async () => {
  const page = await shown('<sg-home lang="en"></sg-home>', {
    'GET /rAlarmDev': () => ({ rows: [alarm({ alarm_level: 4 })], total: 1 }),
    'GET /dev': () => ({ rows: [pump({ dev_state: 3 })], total: 1 }),
  })
  await page.says('Faulty', 'PUMP1 · Flow too high')
})

it('<sg-home> opens an alarm itself, where its reader may see it', async () => {
  const opened = async (roles: string[]) => {
    const page = await shown('<sg-home lang="en"></sg-home>', {
      'POST /yun/v2/user/login': () => ({ ...session, roles }),
      'GET /rAlarmDev': () => ({ rows: [alarm({ alarm_id: '9' })], total: 1 }),
    })
    await page.press('Flow too high')
    return page.events
  }
  const to = (path: string) => [{ type: 'sg-navigate', detail: { path } }]
  equal(await opened(['P00000', 'P10000', 'P70000', 'P73000']), to('/info/realTimeFault?alarm=9'))
  equal(await opened(['P00000', 'P10000']), to('/deviceDetail/PUMP1?tab=alarms&alarm=9'))
})

it('<sg-home> does not call all devices well beside open alarms', async () => {
  const none = { 'GET /dev': () => ({ rows: [], total: 0 }) }
  const page = await shown('<sg-home lang="en"></sg-home>', none)
  await page.says('Flow too high', 'No device is faulty or offline')
  equal(page.text.includes('All devices are well'), false)
  const calm = await shown('<sg-home lang="en"></sg-home>', {
    ...none,
    'GET /rAlarmDev': () => ({ rows: [], total: 0 }),
  })
  await calm.says('No open alarms', 'All devices are well')
})

it('<sg-home> has the newest bulletin for who may open the board, and asks nothing for others', async () => {
  const bulletin = { bulletin_id: 1, title: 'Stop of pump 3', body: 'From 8 to 10', is_pinned: false, state: 'shown' }
  const times = { from_time: 1, until_time: null, changed_time: 1, user_name: 'admin', name: 'Admin' }
  const answers: Answers = {
    'POST /yun/v2/user/login': () => ({ ...session, roles: ['P10000', 'P70000'] }),
    'GET /bulletin/board': () => ({ rows: [{ ...bulletin, ...times }], total: 1 }),
  }
  const page = await shown('<sg-home lang="en"></sg-home>', answers)
  await page.says('Stop of pump 3')
  await page.press('Bulletin board')
  equal(page.events, [{ type: 'sg-navigate', detail: { path: '/info' } }])
  const other = await shown('<sg-home lang="en"></sg-home>')
  await other.says('Flow too high')
  equal(other.server.requestsOf('GET /bulletin/board'), [])
})

it('<sg-home> shows how the last week went and what is used, and leads to the lists of it, filtered', async () => {
  const page = await shown('<sg-home lang="en"></sg-home>', HOME_ANSWERS)
  await page.says('Alarms of the last 7 days', 'Pump P9', 'P9 · 2 outages', '99.9 %', '10 of 10', 'At the limit')
  const types = page.requestsOf('GET /administrator/statistics').map(({ query }) => query.getAll('types').join())
  equal([...new Set(types)], ['alarms,quotas', 'availability'])
  const bars = page.root.querySelectorAll<HTMLElement>('.bars-bar')
  bars[6]?.click()
  await page.press('Pump P9')
  ;(await page.find('.home-levels button')).click()
  equal(
    page.events.map(({ detail }) => detail.path),
    [
      `/info/alarmHistory?start=${7 * DAY_MS}&end=${8 * DAY_MS}`,
      '/deviceDetail/P9?tab=log',
      '/info/realTimeFault?levels=5',
    ],
  )
})

it('<sg-home> asks for no statistics and shows no tile of pages that its user may not open', async () => {
  const page = await shown('<sg-home lang="en"></sg-home>', {
    'POST /yun/v2/user/login': () => ({ ...session, roles: ['P00000', 'P10000'] }),
  })
  await page.says('All devices were always online')
  const types = page.requestsOf('GET /administrator/statistics').map(({ query }) => query.getAll('types').join())
  equal([...new Set(types)], ['availability'])
  equal(page.requestsOf('GET /rAlarmDev/counts'), [])
  equal(page.root.querySelectorAll('.home-tiles > *').length, 1)
})

it('<sg-home> says in the place of its statistics that they were refused, and asks again', async () => {
  const page = await shown('<sg-home lang="en"></sg-home>', {
    'GET /administrator/statistics': () => new Refused('100003'),
  })
  await page.says('Flow too high', 'Least available in 7 days', 'Retry')
  page.answers['GET /administrator/statistics'] = HOME_ANSWERS['GET /administrator/statistics'] as () => object
  await page.press('Retry')
  await page.says('Pump P9')
})

it('<sg-home> leads to the places that its page knows, favourites marked', async () => {
  const page = await shown('<sg-home lang="en"></sg-home>')
  await page.says('Flow too high')
  Object.assign(page.element, {
    places: [
      { title: 'Tank', note: 'T1', path: '/deviceDetail/T1', isFavourite: true },
      { title: 'Mimic', path: '/configureMonitor?screen=3' },
    ],
  })
  await page.says('Favourites and recent', 'Tank', 'Mimic')
  equal(page.root.querySelectorAll('.home-favourite').length, 1)
  await page.press('Mimic')
  equal(page.events, [{ type: 'sg-navigate', detail: { path: '/configureMonitor?screen=3' } }])
})

it('<sg-home> keeps what it knew when asking again fails, and says so', async () => {
  const page = await shown('<sg-home lang="en"></sg-home>')
  await page.says('Flow too high')
  page.answers['GET /dev/counts'] = () => new Refused('100003')
  await until('alarms are watched', () => page.server.watched.has('alarms'))
  page.server.push({ type: 'alarm', alarm: alarm() })
  await page.says('Not up to date')
  equal(page.root.querySelector('.count-offline .count-number')?.textContent, '1')
  equal(page.state, 'stale')
})

it('<sg-home> says that the session is over where that is why what it shows is old, and offers no useless retry', async () => {
  const page = await shown('<sg-home lang="en"></sg-home>')
  await page.says('Flow too high')
  page.answers['GET /dev/counts'] = () => new Refused('100009')
  await until('alarms are watched', () => page.server.watched.has('alarms'))
  page.server.push({ type: 'alarm', alarm: alarm() })
  await page.says('Session over: what is shown was read earlier')
  equal(page.state, 'expired')
  equal(page.root.querySelector('.state-line button'), null)
})

it('<sg-home> says at once that also zeros are old when the line breaks', async () => {
  const page = await shown('<sg-home lang="zh"></sg-home>', {
    'GET /rAlarmDev': () => ({ rows: [], total: 0 }),
  })
  await page.says('没有未结束的报警')
  await until('alarms are watched', () => page.server.watched.has('alarms'))
  page.answers['GET /dev/counts'] = () => {
    throw new TypeError('Failed to fetch')
  }
  page.server.setDown(true)
  await page.says('无法连接服务器，以下是先前的数据')
  equal(page.state, 'offline')
})

it('<sg-device-list> requests what its attributes say, shows them as chips, and reports what is chosen', async () => {
  const page = await shown('<sg-device-list lang="en" state="faulty" group="2" page="2"></sg-device-list>')
  await page.says('Group: East')
  const request = await page.requested('GET /dev')
  equal(
    ['dev_state', 'group_id', 'page'].map((name) => request.query.get(name)),
    ['3', '2', '2'],
  )
  await page.press('Remove the filter State: Faulty')
  await until('reported', () => page.events.length > 0)
  equal(page.events[0]?.detail, {
    search: '',
    group: 2,
    state: '',
    tag: '',
    region: '',
    sort: '',
    page: null,
    show: '',
  })
})

it('<sg-device-list> keeps what it shows under a name, filters, order and columns, and shows it again', async () => {
  const page = await shown('<sg-device-list lang="en" state="faulty" group="2" sort="-dev_alias"></sg-device-list>')
  await page.press('Views')
  await page.press('Save this view…')
  await page.fill({ name: 'Broken ones' })
  page.root.querySelector<HTMLButtonElement>('.dialog .foot .button-primary')?.click()
  await until('it is kept', () =>
    Object.entries(localStorage).some(
      ([key, kept]) => key.includes('views:sg-device-list') && /Broken ones/.test(kept),
    ),
  )
  await until('the dialog is gone', () => page.root.querySelector('.dialog') === null)
  await page.press('Clear filters')
  equal(page.events.at(-1)?.detail.state, '')
  await page.press('Views')
  await page.press('Broken ones')
  equal(page.events.at(-1), {
    type: 'sg-view-change',
    detail: { search: '', group: 2, state: 'faulty', tag: '', region: '', sort: '-dev_alias', page: null, show: '' },
  })
  await page.press('Views')
  await page.press('Delete “Broken ones”')
  await page.press('Views')
  equal(page.texts('[role=menuitem]'), ['Save this view…'])
})

it('<sg-device-list> clears all filters at once', async () => {
  const page = await shown('<sg-device-list lang="en" state="faulty" group="2"></sg-device-list>')
  await page.press('Clear filters')
  await until('requested', () => page.requestsOf('GET /dev').at(-1)?.query.size === 2)
  equal(page.events.at(-1)?.detail, {
    search: '',
    group: null,
    state: '',
    tag: '',
    region: '',
    sort: '',
    page: null,
    show: '',
  })
})

for (const width of [1200, 380])
  it(`<sg-device-list> marks devices with open alarms by the worst at ${width} px`, async () => {
    const page = await shown(`<sg-device-list lang="en" style="width: ${width}px"></sg-device-list>`, {
      'GET /rAlarmDev/marks': () => [
        { sn_code: 'P2', group_id: 1, open: 3, unconfirmed: 1, alarm_level: 5, points: [] },
      ],
    })
    const mark = await page.find('.mark-node')
    equal(mark.ariaLabel, '3 open alarms, the worst: Critical')
    equal(mark.closest('.table-row, .device-card')?.textContent?.includes('Pump P2'), true)
    // One number for one thing.
    equal(page.text.match(/\b[1-9]\d* ?alarm|Active/g), null)
    equal(page.all('.mark-node').length, 1)
  })

it('<sg-device-list> lets the page open a device its own way', async () => {
  const page = await shown('<sg-device-list lang="en"></sg-device-list>')
  page.box.addEventListener('sg-device-open', (event) => event.preventDefault())
  const row = await page.having('.table-rows [role=row], .device-card-name', 'Pump P1')
  row.click()
  await turn()
  equal(page.events, [{ type: 'sg-device-open', detail: { sn_code: 'P1' } }])
})

for (const [tag, opened] of [
  ['sg-device-list', { type: 'sg-device-open', detail: { sn_code: 'P9' } }],
  ['sg-home', { type: 'sg-navigate', detail: { path: '/deviceDetail/P9' } }],
] as const)
  it(`<${tag}> leads to the first device in three steps, and sees by itself that it has connected`, async () => {
    let unregistered = 0
    const page = await shown(`<${tag} lang="en"></${tag}>`, {
      'GET /dev': () => ({ rows: [], total: 0 }),
      'GET /dev/counts': () => ({ online: 0, offline: 0, faulty: 0, unregistered }),
      'POST /dev/register': () => ({ sn_code: 'P9' }),
    })
    await page.says('Three steps bring the first device here', '1884', 'no unregistered device has connected yet')
    equal(page.state, 'empty')
    page.box.addEventListener('sg-device-open', (event) => event.preventDefault())
    await page.press('Help: alarm rules')
    equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/help?topic=engineer/rules' } })
    unregistered = 1
    await until('it is seen', () => page.text.includes('1 device has connected'))
    await page.press('Register device')
    await page.fill({ sn_code: 'P9', password: 'secret', dev_alias: 'Pump 9' })
    page.root.querySelector<HTMLButtonElement>('.dialog .foot .button-primary')?.click()
    await until('its page', () => page.events.some((one) => JSON.stringify(one) === JSON.stringify(opened)))
  })

it('<sg-home> and <sg-device-list> offer no steps to whoever may not register a device', async () => {
  for (const tag of ['sg-home', 'sg-device-list']) {
    const page = await shown(`<${tag} lang="en"></${tag}>`, {
      'POST /yun/v2/user/login': () => ({ ...session, roles: ['P00000', 'P10000', 'P30000'] }),
      'GET /dev': () => ({ rows: [], total: 0 }),
      'GET /dev/counts': () => ({ online: 0, offline: 0, faulty: 0, unregistered: 0 }),
    })
    await page.says('No devices yet')
    equal([page.state, page.requestsOf('GET /dev/broker').length], ['empty', 0])
  }
})

for (const [tag, selector, acts] of [
  ['sg-device-list', '.table-rows [role=row]', []],
  ['sg-device-board', '.tile', ['Card layout…', 'Dashboard']],
] as const)
  it(`<${tag}> has a menu of where a device leads, on a right click on it`, async () => {
    const markup = `<${tag} lang="en" style="width: 1200px"></${tag}>`
    const answers = {
      'GET /dev': () => ({ rows: [device('P1')], total: 1 }),
      'GET /dev/counts': () => counts,
      'GET /yun/dev/group': () => groups,
      'GET /dev/basic': () => device('P1', { has_screen: true } as Partial<Device>),
    }
    const page = await shownWith(markup, answers, ['P10000', 'P24000', 'P30000', 'P100000'])
    const asked = await page.having(selector, 'Pump P1')
    asked.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, composed: true }))
    const entries = [...acts, 'Curve', 'Device', 'Alarms', 'Alarm rules', 'Screen']
    await until('the menu', () => page.all('[role=menuitem]').length === entries.length)
    equal(page.texts('[role=menuitem]'), entries)
    await page.press('Screen')
    equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/configureMonitor?sn=P1' } })
  })

it('<sg-device-list> offers the first action where there is no device yet', async () => {
  const page = await shown('<sg-device-list lang="en"></sg-device-list>', {
    'GET /dev': () => ({ rows: [], total: 0 }),
  })
  await page.says('No devices yet', 'Three steps')
  await page.button('Register device')
  equal(page.state, 'empty')
})

it('<sg-device-board> listens only to devices that are in sight, and to none once it is gone', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => device(`P${index}`))
  const page = await shown('<sg-device-board lang="en"></sg-device-board>', {
    'GET /dev': () => ({ rows, total: rows.length }),
  })
  page.element.style.height = '400px'
  await until('some are watched', () => page.server.watched.has('device/P0'))
  await until(
    'those out of sight are not',
    () => !page.server.watched.has('device/P59') && page.server.watched.size < 40,
  )
  page.box.remove()
  await until('none is watched', () => [...page.server.watched].every((channel) => !channel.startsWith('device/')))
})

it('<sg-device-board> opens a device beside the others by the tag of its monitor, with the same connection', async () => {
  const page = await shown('<sg-device-board lang="en"></sg-device-board>')
  await page.press('Pump P2')
  const monitor = await until('a monitor', () =>
    page.root.querySelector<HTMLElement & { connection: unknown }>('sg-device-monitor'),
  )
  equal(monitor.getAttribute('sn'), 'P2')
  equal(monitor.connection === page.server.connection, true)
  equal(page.events.at(-1)?.detail, { search: '', group: null, state: '', sn: 'P2' })
})

it('<sg-device-board> marks devices with open alarms by the worst, and groups by the worst below them', async () => {
  const page = await shown('<sg-device-board lang="en" style="width: 1200px"></sg-device-board>', {
    'GET /rAlarmDev/marks': () => [
      { sn_code: 'P2', group_id: 2, open: 1, unconfirmed: 1, alarm_level: 5, points: [] },
      { sn_code: 'P9', group_id: 1, open: 3, unconfirmed: 0, alarm_level: 2, points: [] },
    ],
    'GET /yun/dev/group': () => [
      { group_id: 1, parent_id: null, group_name: 'Water', is_default: true, device_count: 2 },
      { group_id: 2, parent_id: 1, group_name: 'East', is_default: false, device_count: 1 },
    ],
  })
  const said = (selector: string) =>
    Array.from(page.root.querySelectorAll(`${selector} .mark-node`), ({ ariaLabel }) => ariaLabel)
  await until('the marks', () => said('.groups').length === 2 && said('.tiles').length === 1)
  equal(said('.groups'), ['4 open alarms, the worst: Critical', '1 open alarm: Critical'])
  equal(said('.tiles'), ['1 open alarm: Critical'])
})

it('<sg-device-board> keeps to itself which tab of the open device is chosen', async () => {
  await import('../../elements/screens/device-monitor/index.ts')
  const page = await shown('<sg-device-board lang="en" sn="PUMP1"></sg-device-board>', {
    'GET /dev/log': () => ({ rows: [], total: 0 }),
  })
  const tab = await until('the tab', () =>
    Array.from(
      page.root.querySelector('sg-device-monitor')?.shadowRoot?.querySelectorAll<HTMLElement>('[role=tab]') ?? [],
    ).find(({ textContent }) => textContent === 'Log'),
  )
  tab.click()
  await until('chosen', () => page.root.querySelector('sg-device-monitor')?.getAttribute('tab') === 'log')
  equal(page.events, [])
})
