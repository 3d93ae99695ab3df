import { equal, place, sg, until } from './check.ts'
import type { PlayedServer } from './played-server.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what is loaded later would find a copy.
await import('../../elements/screens/canvas/index.ts')
await import('../../elements/screens/shared-canvas/index.ts')
const { alarm, command, holding, playServer, point, pump } = await import('./played-server.ts')
const { control, screenAnswers, shown } = await import('./shown-screens.ts')

type Element = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

const OPERATOR = ['P10000', 'P24000', 'P73000', 'P73100']
const answers = {
  ...screenAnswers,
  ...holding(OPERATOR),
  'GET /hDev/trend': ({ query }: { query: URLSearchParams }) => {
    const end = Number(query.get('end'))
    return [
      [end - 60_000, 70, 75, 70, 74],
      [end - 30_000, 74, 90, 74, 82],
    ]
  },
  'GET /yun/alarmRules': () => ({
    name: 'Pump 1',
    points: [],
    rules: [],
    revision: '1',
    may_edit: false,
    template: null,
  }),
}

async function canvas(more = {}, options = {}) {
  const server = await playServer({ ...answers, ...more }, options)
  open.push(server)
  const element = sg(
    place('<sg-canvas sn="PUMP1" lang="en" style="height: 480px"></sg-canvas>'),
    'sg-canvas',
  ) as Element
  element.connection = server.connection
  await until('the device is watched', () => server.watched.has('device/PUMP1'))
  server.values('snapshot', { flow: [82.4, 'good', Date.now()], setpoint: [50, 'good', Date.now()] }, { dev_state: 1 })
  await until('the value', () => /82\.4/.test(proxyOf(element, 'flow')?.getAttribute('aria-label') ?? ''))
  return { server, element }
}
const proxyOf = (element: Element, control_id: string) =>
  element.shadowRoot.querySelector<HTMLElement>(`.screen-proxy[data-control="${control_id}"]`)
const press = (element: Element, control_id: string) => {
  const proxy = proxyOf(element, control_id)
  proxy?.focus()
  proxy?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
}
const faceplate = (element: Element) =>
  until('the faceplate', () => element.shadowRoot.querySelector<HTMLElement>('.faceplate'))
const says = (element: Element, words: RegExp) =>
  until(`the faceplate says ${words}`, () => {
    const found = element.shadowRoot.querySelector<HTMLElement>('.faceplate')
    return found && words.test(found.textContent ?? '') && found
  })
const button = (element: Element, name: string) =>
  until(`a button ${name}`, () =>
    [...element.shadowRoot.querySelectorAll<HTMLElement>('.faceplate button')].find(
      (one) => one.textContent === name || one.getAttribute('aria-label') === name,
    ),
  )
const buttons = (element: Element) =>
  [...element.shadowRoot.querySelectorAll('.faceplate-acts button')].map((one) => one.textContent)
const askMenu = (element: Element, control_id: string) => {
  const proxy = proxyOf(element, control_id)
  proxy?.focus()
  const { x, y } = (proxy as HTMLElement).getBoundingClientRect()
  const asking = new MouseEvent('contextmenu', {
    bubbles: true,
    cancelable: true,
    composed: true,
    clientX: x,
    clientY: y,
  })
  proxy?.dispatchEvent(asking)
  return asking.defaultPrevented
}
const menu = (element: Element) =>
  until('the menu', () => {
    const entries = element.shadowRoot.querySelectorAll('[role=menu] [role=menuitem]')
    return entries.length > 0 && [...entries].map((one) => one.querySelector('.list-label')?.textContent)
  })
const events = (element: Element, types: readonly string[]) => {
  const heard: unknown[] = []
  for (const type of types) element.addEventListener(type, (event) => heard.push([type, (event as CustomEvent).detail]))
  return heard
}

it('a control that shows a point opens its faceplate, which takes the focus and gives it back', async () => {
  const { server, element } = await canvas()
  equal(server.requestsOf('GET /hDev/trend').length, 0)
  equal(proxyOf(element, 'flow')?.getAttribute('role'), 'button')
  press(element, 'flow')
  const panel = await says(element, /flow.*Pump 1.*82\.4.*m³\/h/)
  equal(panel.getAttribute('role'), 'dialog')
  await until('it has the focus', () => element.shadowRoot.activeElement === panel)
  await until('the last hour', () => panel.querySelector('svg[role=img]')?.ariaLabel)
  equal(panel.querySelector('svg[role=img]')?.ariaLabel, 'Last hour: lowest 70.0 m³/h, highest 90.0 m³/h')
  server.values('delta', { flow: [90.1, 'good', Date.now()] })
  await says(element, /90\.1/)
  panel.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await until('it is closed', () => !element.shadowRoot.querySelector('.faceplate'))
  await until('the control has the focus', () => element.shadowRoot.activeElement === proxyOf(element, 'flow'))
})

it('a faceplate opens where its control is pressed with the pointer', async () => {
  const { element } = await canvas()
  const box = (proxyOf(element, 'flow') as HTMLElement).getBoundingClientRect()
  const spot = { bubbles: true, pointerId: 1, button: 0, clientX: box.x + 8, clientY: box.y + 8 }
  const screen = element.shadowRoot.querySelector('.screen') as HTMLElement
  // A made-up pointer cannot be captured.
  screen.setPointerCapture = () => {}
  for (const type of ['pointerdown', 'pointerup']) screen.dispatchEvent(new PointerEvent(type, spot))
  await says(element, /flow/)
})

it('a faceplate shows the open alarms of its point, and confirms one for who may', async () => {
  const raised = alarm({ alarm_id: '7', key: 'flow', alarm_name_en: 'Flow too high' })
  const other = alarm({ alarm_id: '8', key: 'setpoint', alarm_name_en: 'Setpoint too high' })
  let rows = [raised, other]
  const { server, element } = await canvas({
    'GET /rAlarmDev': () => ({ rows, total: rows.length }),
    'PUT /rAlarmDev': () => {
      rows = [{ ...raised, state: 'ACKED', confirm_time: Date.now() }, other]
      return rows[0]
    },
  })
  press(element, 'flow')
  const panel = await says(element, /Flow too high.*Unconfirmed/)
  equal(/Setpoint too high/.test(panel.textContent ?? ''), false)
  ;(await button(element, 'Confirm')).click()
  await says(element, /Flow too high.*Confirmed/)
  equal(server.requestsOf('PUT /rAlarmDev')[0]?.body, { alarm_id: '7' })
  await until('it has the focus', () => element.shadowRoot.activeElement === panel)
})

it('a faceplate offers no confirming to who may not', async () => {
  const { element } = await canvas({
    ...holding(['P10000', 'P24000']),
    'GET /rAlarmDev': () => ({ rows: [alarm({ key: 'flow', alarm_name_en: 'Flow too high' })], total: 1 }),
  })
  press(element, 'flow')
  const panel = await says(element, /Flow too high/)
  equal(/Confirm/.test([...panel.querySelectorAll('button')].map((one) => one.textContent).join()), false)
})

it('a faceplate leads to the curve, the device, its alarms and its rules, which the page may take over', async () => {
  const { element } = await canvas()
  const heard = events(element, ['sg-curve-open', 'sg-device-open', 'sg-navigate'])
  press(element, 'flow')
  await says(element, /Alarm rules/)
  equal(buttons(element), ['Curve', 'Device', 'Alarms', 'Alarm rules'])
  element.addEventListener('sg-device-open', (event) => event.preventDefault())
  for (const name of ['Curve', 'Device', 'Alarms', 'Alarm rules']) (await button(element, name)).click()
  const { time } = (heard[0] as [string, { time: number }])[1]
  equal(Math.abs(Date.now() - time) < 60_000, true)
  equal(heard, [
    ['sg-curve-open', { sn_code: 'PUMP1', key: 'flow', time }],
    ['sg-navigate', { path: `/deviceDetail/PUMP1?tab=curve&moment=flow%40${time}` }],
    ['sg-device-open', { sn_code: 'PUMP1' }],
    ['sg-navigate', { path: '/deviceDetail/PUMP1?tab=alarms' }],
    ['sg-navigate', { path: '/deviceDetail/PUMP1?tab=rules' }],
  ])
})

it('a faceplate leads nowhere that its user would be refused', async () => {
  const { element } = await canvas(holding(['P24000']))
  press(element, 'flow')
  await says(element, /82\.4/)
  equal(buttons(element), [])
})

it('a faceplate writes its point with the dialog of the screen, and says why it cannot now', async () => {
  const showing = control('setpoint', 'value', { bindings: { value: { expression: 'setpoint' } } })
  const { server, element } = await canvas({
    'GET /yun/view': () =>
      shown([control('flow', 'value', { y: 60, bindings: { value: { expression: 'flow' } } }), showing]),
    'POST /dev/controls': () => ({ id: 'c1', status: 'sent' }),
    'GET /dev/controls': () => command({ status: 'done', end_time: Date.now() }),
  })
  press(element, 'setpoint')
  await says(element, /Write range.*0 to 100/)
  ;(await button(element, 'Write…')).click()
  const form = await until('the form', () => element.shadowRoot.querySelector<HTMLFormElement>('[role=dialog] form'))
  form.requestSubmit()
  await until('the write', () => server.requestsOf('POST /dev/controls').length === 1)
  equal(server.requestsOf('POST /dev/controls')[0]?.body, { sn_code: 'PUMP1', key: 'setpoint', value: 50 })
  server.values('delta', {}, { dev_state: 2 })
  await says(element, /offline and cannot be written/)
  equal(buttons(element).includes('Write…'), false)
})

it('a faceplate closes by itself once nobody has used the page for three minutes', async () => {
  const own = window.setTimeout
  const idle: (() => void)[] = []
  window.setTimeout = ((act: () => void, ms?: number, ...more: unknown[]) => {
    if (ms !== 180_000) return own(act, ms, ...more)
    idle.push(act)
    return 0
  }) as typeof window.setTimeout
  try {
    const { element } = await canvas()
    press(element, 'flow')
    await faceplate(element)
    await until('it waits', () => idle.length > 0)
    idle.at(-1)?.()
    await until('it is closed', () => !element.shadowRoot.querySelector('.faceplate'))
  } finally {
    window.setTimeout = own
  }
})

it('the menu key on a control opens a menu of what its point offers', async () => {
  const { element } = await canvas()
  equal(askMenu(element, 'flow'), true)
  equal(await menu(element), ['Details', 'Curve', 'Device', 'Alarms', 'Alarm rules'])
  const details = element.shadowRoot.querySelector<HTMLElement>('[role=menuitem]')
  details?.click()
  await says(element, /82\.4/)
})

it('a control with a press of its own keeps it, and has the menu too', async () => {
  const { element } = await canvas()
  press(element, 'setpoint')
  await until('its own dialog', () => element.shadowRoot.querySelector('[role=dialog] form'))
  equal(element.shadowRoot.querySelector('.faceplate'), null)
  const second = await canvas()
  equal(askMenu(second.element, 'setpoint'), true)
  equal(await menu(second.element), ['Details', 'Write…', 'Curve', 'Device', 'Alarms', 'Alarm rules'])
  equal(askMenu(second.element, 'next'), false)
})

it('a screen with several points of one control lets people choose among them', async () => {
  const both = control('both', 'value', {
    y: 60,
    bindings: { value: { expression: 'flow' }, color: { expression: 'setpoint > 40 ? "red" : "green"' } },
  })
  const flow = control('flow', 'value', { bindings: { value: { expression: 'flow' } } })
  const { element } = await canvas({ 'GET /yun/view': () => shown([flow, both]) })
  press(element, 'both')
  const panel = await says(element, /82\.4/)
  const choice = await until('the choice', () => panel.querySelector<HTMLElement>('.field button'))
  choice.click()
  const option = await until('the other point', () =>
    [...element.shadowRoot.querySelectorAll<HTMLElement>('[role=option]')].find((one) =>
      /setpoint/.test(one.textContent ?? ''),
    ),
  )
  option.click()
  await says(element, /setpoint.*50/)
})

it('a guest of a page with a token of its own sees a point, and is led where the page may follow', async () => {
  const { element } = await canvas(
    { 'GET /dev/basic': () => pump({ may_write: false, points: [point('flow', { decimals: 1 })] }) },
    { isGuest: true },
  )
  press(element, 'flow')
  await says(element, /82\.4/)
  equal(buttons(element), ['Curve', 'Device', 'Alarms'])
})

it('a screen of a share link opens nothing beyond what it shows', async () => {
  const own = { fetch: window.fetch, WebSocket: window.WebSocket }
  const facts = { sn_code: 'PUMP1', dev_alias: 'Pump 1', dev_state: 1, report_interval_s: 60, points: pump().points }
  const opened = {
    token: 'T',
    expires_time: Date.now() + 600_000,
    shown: shown(),
    sn_code: 'PUMP1',
    devices: [facts],
    timezone: 'Asia/Shanghai',
  }
  const meta = { success: 1, code: '100001', message: '' }
  window.fetch = (async () => new Response(JSON.stringify({ meta, data: opened }))) as typeof fetch
  window.WebSocket = class {
    send() {}
    close() {}
  } as unknown as typeof WebSocket
  try {
    location.hash = 'S'.repeat(43)
    const markup =
      '<sg-shared-canvas base-url="http://played.example" lang="en" style="height: 400px"></sg-shared-canvas>'
    const element = sg(place(markup), 'sg-shared-canvas') as Element
    const proxy = await until('the value', () => proxyOf(element, 'flow'))
    equal([proxy.tabIndex, proxy.getAttribute('role')], [-1, 'img'])
    equal(askMenu(element, 'flow'), false)
  } finally {
    Object.assign(window, own)
    history.replaceState(null, '', location.pathname + location.search)
  }
})
