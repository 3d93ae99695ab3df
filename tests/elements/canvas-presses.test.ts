import '../../elements/screens/canvas/index.ts'
import { equal, place, sg, until } from './check.ts'
import { alarm, command, type PlayedServer, playServer, pump } from './played-server.ts'
import { control, screenAnswers, shown } from './shown-screens.ts'

type Element = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
})

const answers = {
  ...screenAnswers,
  'GET /dev/basic': ({ query }: { query: URLSearchParams }) => {
    const sn_code = query.get('sn_code') ?? ''
    return pump({ sn_code, dev_alias: `Pump ${sn_code.at(-1)}` })
  },
  'GET /rAlarmDev': ({ query }: { query: URLSearchParams }) => {
    const sn_code = query.get('sn_code') ?? 'PUMP1'
    return { rows: [alarm({ sn_code, dev_alias: `Pump ${sn_code.at(-1)}` })], total: 1 }
  },
  'PUT /rAlarmDev': () => alarm(),
  'POST /dev/controls': () => ({ id: 'c1', status: 'sent' }),
  'GET /dev/controls': () => command({ status: 'done', end_time: Date.now() }),
}
async function canvas(controls: readonly object[], more: object = {}) {
  const server = await playServer({ ...answers, 'GET /yun/view': () => shown(controls, more) })
  open.push(server)
  const markup = '<sg-canvas sn="PUMP1" lang="en" style="height: 400px"></sg-canvas>'
  const element = sg(place(markup), 'sg-canvas') as Element
  element.connection = server.connection
  await until('the device is watched', () => server.watched.has('device/PUMP1'))
  return { server, element }
}
const proxy = (element: Element, control_id: string) =>
  until(control_id, () => element.shadowRoot.querySelector<HTMLElement>(`[data-control="${control_id}"]`))
const key = async (element: Element, control_id: string, type = 'keydown', name = 'Enter') =>
  (await proxy(element, control_id)).dispatchEvent(new KeyboardEvent(type, { key: name, bubbles: true }))
const dialog = (element: Element, words: RegExp) =>
  until(`a dialog says ${words}`, () => {
    const all = [...element.shadowRoot.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')]
    return all.find(({ textContent }) => words.test(textContent ?? ''))
  })
/** Closes a dialog by Escape, and waits until there are no more than this many. */
const cancel = async (element: Element, asked: HTMLElement, left = 0) => {
  asked.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await until('it is closed', () => element.shadowRoot.querySelectorAll('[role=dialog]').length === left)
}
/** A clock that stands still until it is set. */
const stopClock = ({ connection }: PlayedServer) => {
  let time = Date.now()
  connection.clock.now = () => time
  return {
    pass(ms: number) {
      time += ms
    },
  }
}
const written = (server: PlayedServer) => server.requestsOf('POST /dev/controls').map(({ body }) => body)
const basicOf = (server: PlayedServer, sn_code: string) =>
  until(`what is known of ${sn_code}`, () =>
    server.requestsOf('GET /dev/basic').some(({ query, isRead }) => isRead && query.get('sn_code') === sn_code),
  )
const write = (point: string, value = '42') => ({ does: 'write', point, value, confirm: false })

it('a screen that is only watched writes nothing and acknowledges nothing, whatever its values become', async () => {
  const { server, element } = await canvas([
    control('flow', 'value', {
      bindings: { value: { expression: 'flow' } },
      events: [
        {
          on: 'change',
          actions: [write('PUMP2.setpoint'), write('setpoint'), { does: 'acknowledge', point: 'PUMP1.*' }],
        },
        { on: 'change', actions: [{ does: 'show', control_id: 'sign' }] },
      ],
    }),
    control('sign', 'text', { hidden: true, props: { text: 'Changed' } }),
  ])
  await basicOf(server, 'PUMP1')
  const sign = await proxy(element, 'sign')
  equal(sign.hidden, true)
  server.values('snapshot', { flow: [1, 'good', Date.now()], setpoint: [50, 'good', Date.now()] }, { dev_state: 1 })
  await until('the first value', async () => /1/.test((await proxy(element, 'flow')).ariaLabel ?? ''))
  server.values('delta', { flow: [2, 'good', Date.now()] })
  await until('the change was acted on', () => !sign.hidden)
  equal(written(server), [])
  equal(server.requestsOf('PUT /rAlarmDev').length, 0)
  equal(element.shadowRoot.querySelector('[role=dialog]'), null)
})

it('a press that writes to another device asks first, whatever the document says, and names device and point', async () => {
  const { server, element } = await canvas([
    control('other', 'button', { events: [{ on: 'click', actions: [write('PUMP2.setpoint')] }] }),
    control('own', 'button', { y: 60, events: [{ on: 'click', actions: [write('PUMP1.setpoint', '7')] }] }),
    control('shown', 'value', { y: 120, bindings: { value: { expression: 'PUMP2.setpoint' } } }),
  ])
  await basicOf(server, 'PUMP2')
  await key(element, 'own')
  await until('the write to its own device', () => written(server).length === 1)
  await key(element, 'other')
  const asked = await dialog(element, /setpoint.*Pump 2/)
  equal(written(server), [{ sn_code: 'PUMP1', key: 'setpoint', value: 7 }])
  asked.querySelector('form')?.requestSubmit()
  await until('the write', () => written(server).length === 2)
  equal(written(server)[1], { sn_code: 'PUMP2', key: 'setpoint', value: 42 })
})

it('a screen that was published by somebody who may not write asks before each write, whatever its document says', async () => {
  const stored = control('b', 'button', { events: [{ on: 'click', actions: [write('PUMP1.setpoint')] }] })
  const { server, element } = await canvas(
    [
      control('a', 'switch', { props: { writes: 'setpoint', onValue: '1', offValue: '0', confirm: false } }),
      control('b', 'broken', { y: 60, props: { kind: 'button', stored } }),
    ],
    { asks: { write: true, acknowledge: true } },
  )
  await basicOf(server, 'PUMP1')
  for (const control_id of ['a', 'b']) {
    await key(element, control_id)
    const asked = await dialog(element, /setpoint.*Pump 1/)
    await cancel(element, asked)
  }
  equal(written(server), [])
})

it('what lies under something else, or beside the page, asks before it writes, and words on a button do not hide it', async () => {
  const button = (control_id: string, more: object) =>
    control(control_id, 'button', { ...more, events: [{ on: 'click', actions: [write('setpoint')] }] })
  const { server, element } = await canvas([
    button('covered', {}),
    control('cover', 'rectangle', { props: { fill: 'surface-1' } }),
    button('framed', { y: 120 }),
    control('frame', 'text', {
      y: 120,
      props: { text: 'Overview', backgroundColor: 'none', stroke: '#cccccc', strokeWidth: 40 },
    }),
    button('named', { y: 60 }),
    control('name', 'text', { y: 60, props: { text: 'Start', backgroundColor: 'none' } }),
    button('away', { x: -5000, y: 120 }),
  ])
  await basicOf(server, 'PUMP1')
  for (const control_id of ['covered', 'framed', 'away']) {
    await key(element, control_id)
    await cancel(element, await dialog(element, /setpoint.*Pump 1/))
  }
  equal(written(server), [])
  await key(element, 'named')
  await until('the write', () => written(server).length === 1)
})

const words = (text: string, props: object = {}) => ({ props: { text, backgroundColor: 'none', ...props } })

it('a press asks where ink of something else is over what is pressed: a wide line beside it, a label that is larger than it', async () => {
  const button = (control_id: string, y: number) =>
    control(control_id, 'button', { y, events: [{ on: 'click', actions: [write('setpoint')] }] })
  const covered = ['blocks', 'large', 'twice', 'line', 'caption']
  const controls = [
    ...covered.map((control_id, at) => button(control_id, at * 200)),
    control('text-1', 'text', words('\u2588'.repeat(60), { fontSize: 20 })),
    control('text-2', 'text', { y: 200, width: 400, ...words('MMMM', { fontSize: 60 }) }),
    control('text-3', 'text', { y: 400, ...words('Start') }),
    control('text-4', 'text', { x: 2, y: 400, ...words('MMMMMM') }),
    control('line-1', 'line', { y: 590, width: 300, height: 0, props: { stroke: 'surface-1', strokeWidth: 100 } }),
    control('symbol', 'symbol', {
      y: 760,
      height: 40,
      props: { symbol: '', label: '\u2588'.repeat(14), fontSize: 60 },
    }),
  ]
  const { server, element } = await canvas(controls, { document: { version: 1, width: 400, height: 1000, controls } })
  await basicOf(server, 'PUMP1')
  for (const control_id of covered) {
    await key(element, control_id)
    await cancel(element, await dialog(element, /setpoint.*Pump 1/))
  }
  equal(written(server), [])
})

it('a press does not ask for what stands beside it, nor for its label in any alphabet', async () => {
  const button = (control_id: string, y: number) =>
    control(control_id, 'button', { y, events: [{ on: 'click', actions: [write('setpoint')] }] })
  const plain = ['english', 'chinese', 'wider', 'beside', 'below']
  const controls = [
    ...plain.map((control_id, at) => button(control_id, at * 60)),
    control('text-1', 'text', words('Start: P-101 (50 %, \u2265 20 \u00b0C) 3 m\u00b3/h', { isBold: true })),
    control('text-2', 'text', { y: 60, ...words('\u542f\u52a8\uff08\u4e00\u53f7\uff09', { fontSize: 30 }) }),
    control('text-3', 'text', { x: -10, y: 110, width: 140, height: 55, ...words('Start') }),
    control('pipe', 'pipe', { x: 130, y: 188, width: 200, height: 24, props: { thickness: 16 } }),
    control('symbol', 'symbol', { x: 180, y: 230, width: 40, props: { symbol: '', label: 'Circulation pump' } }),
  ]
  const { server, element } = await canvas(controls, { document: { version: 1, width: 400, height: 300, controls } })
  await basicOf(server, 'PUMP1')
  for (const [at, control_id] of plain.entries()) {
    await key(element, control_id)
    await until(`the write of ${control_id}`, () => written(server).length === at + 1)
  }
  equal(element.shadowRoot.querySelector('[role=dialog]'), null)
})

it('a switch and a group of the gallery ask too before they write to another device', async () => {
  const inside = [control('go', 'button', { events: [{ on: 'click', actions: [write('PUMP2.setpoint')] }] })]
  const controls = [
    control('run', 'switch', {
      props: { writes: 'PUMP2.setpoint', onValue: 9, offValue: 0, confirm: false },
      bindings: { value: { expression: 'PUMP2.setpoint' } },
    }),
    control('pump', 'group', { y: 60, props: { symbol: 'gallery/7' } }),
  ]
  const symbols = { 'gallery/7': { name: 'pump', width: 120, height: 40, controls: inside } }
  const { server, element } = await canvas(controls, {
    document: { version: 1, width: 400, height: 300, controls, symbols },
  })
  await basicOf(server, 'PUMP2')
  for (const control_id of ['run', 'pump/go']) {
    await key(element, control_id)
    const asked = await dialog(element, /setpoint.*Pump 2/)
    asked.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await until('it is closed', () => !element.shadowRoot.querySelector('[role=dialog]'))
  }
  equal(written(server), [])
})

it('a press acknowledges alarms of a live screen, and none while the past is replayed', async () => {
  const { server, element } = await canvas([
    control('ack', 'button', { events: [{ on: 'click', actions: [{ does: 'acknowledge', point: 'PUMP1.*' }] }] }),
  ])
  const line = (words: RegExp) =>
    until(`a line says ${words}`, () =>
      [...element.shadowRoot.querySelectorAll('.screen-line')].some((one) => words.test(one.textContent ?? '')),
    )
  element.setAttribute('replay', '')
  await until('the replay', () => element.shadowRoot.querySelector('.replay'))
  await key(element, 'ack')
  await line(/during replay/)
  equal(server.requestsOf('PUT /rAlarmDev').length, 0)
  element.removeAttribute('replay')
  await until('the present', () => !element.shadowRoot.querySelector('.replay'))
  // What was said of the past goes with it.
  equal(element.shadowRoot.querySelectorAll('.screen-line').length, 0)
  await key(element, 'ack')
  await until('the acknowledgement', () => server.requestsOf('PUT /rAlarmDev').length === 1)
})

for (const [shownThen, attribute, value] of [
  ['another device', 'sn', 'PUMP2'],
  ['the past', 'replay', ''],
] as const)
  it(`what is held down is let go of on the device that it was pressed on, also when ${shownThen} is shown by then`, async () => {
    const events = ['press', 'release'].map((on) => ({ on, actions: [write('setpoint', on === 'press' ? '1' : '0')] }))
    const { server, element } = await canvas([control('jog', 'button', { events })])
    await basicOf(server, 'PUMP1')
    await key(element, 'jog', 'keydown', ' ')
    await until('the press', () => written(server).length === 1)
    element.setAttribute(attribute, value)
    await until('the release', () => written(server).length === 2)
    equal(written(server), [
      { sn_code: 'PUMP1', key: 'setpoint', value: 1 },
      { sn_code: 'PUMP1', key: 'setpoint', value: 0 },
    ])
  })

const onClick = (...actions: readonly object[]) => ({ events: [{ on: 'click', actions }] })
/** One after the other down the screen. */
const below = (controls: readonly ReturnType<typeof control>[]) => controls.map((one, at) => ({ ...one, y: at * 60 }))

it('a press of what nobody can see asks before it writes, whatever the document says', async () => {
  const bare = { fill: '', stroke: '' }
  const unseen = below([
    control('clear', 'rectangle', { ...onClick(write('setpoint')), opacity: 0.1 }),
    control('faded', 'button', { ...onClick(write('setpoint')), bindings: { opacity: { expression: '0' } } }),
    control('bare', 'rectangle', { ...onClick(write('setpoint')), props: bare }),
    control('glass', 'rectangle', { ...onClick(write('setpoint')), props: { ...bare, fill: '#ff000010' } }),
    control('wordless', 'text', { ...onClick(write('setpoint')), props: { text: '' } }),
    control('tiny', 'rectangle', { ...onClick(write('setpoint')), width: 3 }),
    control('group', 'group', onClick(write('setpoint'))),
  ])
  const plain = control('plain', 'rectangle', { x: 200, ...onClick(write('setpoint', '7')) })
  const { server, element } = await canvas([...unseen, plain])
  await basicOf(server, 'PUMP1')
  for (const { control_id } of unseen) {
    await key(element, control_id)
    await cancel(element, await dialog(element, /setpoint.*Pump 1.*42/))
  }
  equal(written(server), [])
  await key(element, 'plain')
  await until('the write', () => written(server).length === 1)
  equal(element.shadowRoot.querySelector('[role=dialog]'), null)
})

it('a press of what came up less than half a second ago asks before it writes', async () => {
  const { server, element } = await canvas([
    control('more', 'button', onClick({ does: 'show', control_id: 'cover' })),
    control('cover', 'rectangle', { y: 60, hidden: true, ...onClick(write('setpoint')) }),
  ])
  await basicOf(server, 'PUMP1')
  const clock = stopClock(server)
  await key(element, 'more')
  clock.pass(499)
  await key(element, 'cover')
  await cancel(element, await dialog(element, /setpoint.*Pump 1/))
  equal(written(server), [])
  clock.pass(1)
  await key(element, 'cover')
  await until('the write', () => written(server).length === 1)
})

it('a press in a group of the gallery asks before each of its writes, one in a group of the screen does not', async () => {
  const group = (...actions: readonly object[]) => ({
    name: 'pump',
    width: 120,
    height: 40,
    controls: [control('go', 'button', onClick(...actions))],
  })
  const controls = below([
    control('brought', 'group', { props: { symbol: 'gallery/7' } }),
    control('own', 'group', { props: { symbol: 'own' } }),
  ])
  const symbols = { 'gallery/7': group(write('setpoint'), write('flow', '3')), own: group(write('setpoint', '7')) }
  const { server, element } = await canvas(controls, {
    document: { version: 1, width: 400, height: 300, controls, symbols },
  })
  await basicOf(server, 'PUMP1')
  await key(element, 'own/go')
  await until('the write', () => written(server).length === 1)
  await key(element, 'brought/go')
  const asked = await dialog(element, /setpoint.*Pump 1.*42/)
  equal(written(server).length, 1)
  asked.querySelector('form')?.requestSubmit()
  await until('the confirmed write', () => written(server).length === 2)
})

it('acknowledging asks for alarms of other devices, by what is not seen and by groups of the gallery, and says how many', async () => {
  const acknowledge = (point: string) => onClick({ does: 'acknowledge', point })
  const controls = below([
    control('other', 'button', acknowledge('PUMP2.*')),
    control('clear', 'rectangle', { ...acknowledge('PUMP1.*'), opacity: 0 }),
    control('brought', 'group', { props: { symbol: 'gallery/7' } }),
  ])
  const inside = [control('ack', 'button', acknowledge('PUMP1.*'))]
  const symbols = { 'gallery/7': { name: 'pump', width: 120, height: 40, controls: inside } }
  const { server, element } = await canvas(controls, {
    document: { version: 1, width: 400, height: 300, controls, symbols },
  })
  const confirmed = () => server.requestsOf('PUT /rAlarmDev').length
  await basicOf(server, 'PUMP1')
  for (const [control_id, device] of [
    ['other', 'Pump 2 · PUMP2'],
    ['clear', 'Pump 1 · PUMP1'],
    ['brought/ack', 'Pump 1 · PUMP1'],
  ] as const) {
    await key(element, control_id)
    await cancel(element, await dialog(element, new RegExp(`${device}: 1 alarm`)))
  }
  equal(confirmed(), 0)
  await key(element, 'other')
  const asked = await dialog(element, /Pump 2 · PUMP2: 1 alarm/)
  const yes = await until('the button', () =>
    [...asked.querySelectorAll('button')].find(({ textContent }) => textContent === 'Confirm 1 alarm'),
  )
  yes.click()
  await until('the acknowledgement', () => confirmed() === 1)
})

it('a screen that a change of value brought up asks during its first half second', async () => {
  const led = [control('go', 'button', onClick(write('setpoint')))]
  const controls = [
    control('flow', 'value', {
      bindings: { value: { expression: 'flow' } },
      events: [{ on: 'change', actions: [{ does: 'pop_up', screen_id: 13 }] }],
    }),
  ]
  const { server, element } = await canvas(controls)
  server.answers['GET /yun/view'] = ({ query }) => shown(query.get('screen_id') === '13' ? led : controls)
  await basicOf(server, 'PUMP1')
  const clock = stopClock(server)
  server.values('snapshot', { flow: [1, 'good', Date.now()], setpoint: [50, 'good', Date.now()] }, { dev_state: 1 })
  await until('the first value', async () => /1/.test((await proxy(element, 'flow')).ariaLabel ?? ''))
  server.values('delta', { flow: [2, 'good', Date.now()] })
  await key(element, 'go')
  await cancel(element, await dialog(element, /Write: setpoint.*Pump 1/), 1)
  equal(written(server), [])
  clock.pass(500)
  await key(element, 'go')
  await until('the write', () => written(server).length === 1)
})

it('a question that a press opened takes no press of the pointer at first, which may be the second of a double click', async () => {
  const { server, element } = await canvas([
    control('other', 'button', { events: [{ on: 'click', actions: [{ ...write('PUMP2.setpoint'), confirm: true }] }] }),
    control('shown', 'value', { y: 60, bindings: { value: { expression: 'PUMP2.setpoint' } } }),
  ])
  await basicOf(server, 'PUMP2')
  const answer = () => element.shadowRoot.querySelector<HTMLElement>('[role=dialog] button[type=submit]')
  const taken = (button: HTMLElement) => getComputedStyle(button).pointerEvents
  // Heard of when it is put there, before any time passes.
  const first = new Promise<string>((resolve) => {
    const watch = new MutationObserver(() => {
      const button = answer()
      if (button) resolve(taken(button))
    })
    watch.observe(element.shadowRoot, { childList: true, subtree: true })
  })
  await key(element, 'other')
  equal(await first, 'none')
  await until('it takes a press', () => taken(answer() as HTMLElement) === 'auto')
})
