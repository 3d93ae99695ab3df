import { HOUR_MS } from '../../core/catalogue/durations.ts'
import { createProxies } from '../../elements/canvas/view/proxies.ts'
import '../../elements/screens/canvas/index.ts'
import { equal, place, sg, until } from './check.ts'
import { alarm, command, type PlayedServer, playServer, point, pump, Refused } from './played-server.ts'
import { control, screenAnswers, shown } from './shown-screens.ts'

type Element = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

async function canvas(answers = {}, markup = '<sg-canvas sn="PUMP1" lang="en" style="height: 400px"></sg-canvas>') {
  const server = await playServer({ ...screenAnswers, ...answers })
  open.push(server)
  const element = sg(place(markup), 'sg-canvas') as Element
  element.connection = server.connection
  return { server, element }
}
const proxy = (element: Element, control_id: string) =>
  until(control_id, () => element.shadowRoot.querySelector<HTMLElement>(`[data-control="${control_id}"]`))
const says = (element: Element, control_id: string, words: RegExp) =>
  until(`${control_id} says ${words}`, () => {
    const label = element.shadowRoot.querySelector(`[data-control="${control_id}"]`)?.getAttribute('aria-label') ?? ''
    return words.test(label) && label
  })
const live = async (server: PlayedServer, values: Record<string, unknown>) => {
  await until('the device is watched', () => server.watched.has('device/PUMP1'))
  server.values('snapshot', values, { dev_state: 1 })
}
const now = () => Date.now()
const line = (element: Element, words: RegExp) =>
  until(`a line says ${words}`, () =>
    [...element.shadowRoot.querySelectorAll('.screen-line')].find((one) => words.test(one.textContent ?? '')),
  )
const press = async (element: Element, control_id: string, type = 'keydown', key = 'Enter') =>
  (await proxy(element, control_id)).dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }))
const answered = { 'GET /dev/controls': () => command({ status: 'done', end_time: now() }) }
const writing = (value: string, more: object = {}) =>
  control('start', 'button', {
    props: { text: 'Start' },
    events: [{ on: 'click', actions: [{ does: 'write', point: 'setpoint', value, confirm: false, ...more }] }],
  })

it("a screen is the template's one for phones where its place is narrow and upright, not in a low box", async () => {
  const requestFor = async (size: string) => {
    const { server } = await canvas({}, `<sg-canvas sn="PUMP1" lang="en" style="${size}"></sg-canvas>`)
    await until('the last question', () => server.requestsOf('GET /yun/view').length > 0)
    const last = () => server.requestsOf('GET /yun/view').at(-1)?.query.get('variant') ?? null
    return { last, server }
  }
  const upright = await requestFor('inline-size: 360px; block-size: 600px')
  await until('for phones', () => upright.last() === 'mobile')
  const low = await requestFor('inline-size: 626px; block-size: 300px')
  await until(
    'the screen',
    () => low.server.connection && document.querySelectorAll('sg-canvas[data-sg-state=ready]').length === 2,
  )
  equal(low.last(), null)
})

it('a configuration screen says a value by name as it comes, and as it changes', async () => {
  const { server, element } = await canvas()
  await live(server, { flow: [82.4, 'good', now()], running: [true, 'good', now()] })
  await says(element, 'flow', /flow.*82\.4/)
  server.values('delta', { flow: [90.1, 'good', now()] })
  await says(element, 'flow', /90\.1/)
})

it('a configuration screen says that a value is bad, or has not come, and never shows it as live', async () => {
  const { server, element } = await canvas()
  await says(element, 'flow', /waiting/)
  await live(server, { flow: [82.4, 'bad', now()] })
  await says(element, 'flow', /bad/)
})

it('a configuration screen is worked with by keyboard: a control that writes asks for the value, and sends it once', async () => {
  const { server, element } = await canvas({
    'POST /dev/controls': () => ({ id: 'c1', status: 'sent' }),
    'GET /dev/controls': () => command({ status: 'done', end_time: now() }),
  })
  await live(server, { setpoint: [50, 'good', now()] })
  const input = await proxy(element, 'setpoint')
  await says(element, 'setpoint', /50/)
  input.focus()
  equal(input.tabIndex, 0)
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  const form = await until('the form', () => element.shadowRoot.querySelector<HTMLFormElement>('[role=dialog] form'))
  form.requestSubmit()
  await until('the write', () => server.requestsOf('POST /dev/controls').length === 1)
  equal(server.requestsOf('POST /dev/controls')[0]?.body, { sn_code: 'PUMP1', key: 'setpoint', value: 50 })
  await until('its end', () => element.shadowRoot.querySelector('.write-mark-done'))
})

it('what can be used on a configuration screen has a name before it is known what its point is called', () => {
  const layer = place('<div></div>')
  const state = { x: 0, y: 0, width: 9, height: 9, angle: 0, visible: true, quality: 'good', alarm_level: 0, props: {} }
  const proxies = createProxies(
    [{ control_id: 'pump', description: '', definition: { role: 'none' } as never, isActive: true, opens: true }],
    {
      layer,
      lang: 'en',
      words: { unnamed: 'unnamed control' } as never,
      stateOf: () => state as never,
      nameOf: () => '',
      alarmsOf: () => [],
      blocked: () => null,
      press() {},
      release() {},
      click() {},
      focused() {},
    },
  )
  equal(layer.querySelector('[role=button]')?.getAttribute('aria-label'), 'unnamed control')
  proxies.dispose()
})

it('a configuration screen is one tab stop, and the arrow keys lead from each of its controls to the others', async () => {
  const { server, element } = await canvas()
  await live(server, { flow: [82.4, 'good', now()] })
  await proxy(element, 'next')
  const proxies = () => [...element.shadowRoot.querySelectorAll<HTMLElement>('.screen-proxy')]
  const stops = () => proxies().filter(({ tabIndex }) => tabIndex === 0)
  const focused = () => element.shadowRoot.activeElement as HTMLElement
  const key = (name: string) =>
    focused().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  equal(stops().length, 1)
  stops()[0]?.focus()
  key('Home')
  const met = [focused().dataset.control]
  for (;;) {
    // A key that leads nowhere is left to the page.
    const isLast = key('ArrowRight')
    if (isLast) break
    equal(stops(), [focused()])
    met.push(focused().dataset.control)
  }
  const usable = proxies().filter((one) => one.hasAttribute('tabindex') && !one.hidden)
  equal([...met].sort(), usable.map(({ dataset }) => dataset.control).sort())
  equal(met.length > 1, true)
})

it('a configuration screen leads to another screen and back, and tells its page', async () => {
  const { element } = await canvas()
  const heard: unknown[] = []
  element.addEventListener('sg-screen-change', (event) => heard.push((event as CustomEvent).detail))
  const next = await proxy(element, 'next')
  next.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await says(element, 'title', /Second screen/)
  equal(heard, [{ screen_id: 13, sn_code: 'PUMP1' }])
  const back = await until('the way back', () =>
    element.shadowRoot.querySelector<HTMLElement>('[aria-label="Back to the screen before"]'),
  )
  back.click()
  await proxy(element, 'flow')
})

it('a configuration screen draws what it can of a document with a broken part, and says what is missing', async () => {
  const { element } = await canvas({
    'GET /yun/view': () =>
      shown([control('ok', 'text', { props: { text: 'Fine' } }), control('odd', 'flux-drive'), { kind: 7 }]),
  })
  await says(element, 'ok', /Fine/)
  const note = await until('the note', () => element.shadowRoot.querySelector('.viewer-problems'))
  equal(/2 parts|1 part/.test(note.textContent ?? ''), true)
})

it('a configuration screen refuses the document of a newer program in words', async () => {
  const { element } = await canvas({
    'GET /yun/view': () => ({ ...shown(), document: { version: 99, width: 10, height: 10, controls: [] } }),
  })
  await until('the refusal', () => element.shadowRoot.textContent?.includes('The screen cannot be opened'))
  equal(element.dataset.sgState, 'error')
})

it('a configuration screen opens no script as a link', async () => {
  const { element } = await canvas({
    'GET /yun/view': () =>
      shown([
        control('link', 'button', {
          props: { text: 'Go' },
          events: [{ on: 'click', actions: [{ does: 'open_link', url: 'javascript:alert(1)' }] }],
        }),
      ]),
  })
  const opened: unknown[] = []
  const own = window.open
  window.open = ((url: unknown) => opened.push(url)) as unknown as typeof window.open
  ;(await proxy(element, 'link')).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await line(element, /link is not valid/)
  window.open = own
  equal(opened, [])
})

it('a configuration screen shows nothing where nothing is published, and says so', async () => {
  const { element } = await canvas({ 'GET /yun/view': () => new Refused('115005') })
  await until('the words', () => element.shadowRoot.textContent?.includes('There is no published screen yet'))
  equal(element.dataset.sgState, 'empty')
})

it('a configuration screen goes to the past, writes nothing there, and comes back', async () => {
  // Before the hour that a replay begins with.
  const past = now() - 2 * HOUR_MS
  const { server, element } = await canvas({
    'POST /yun/view/replay': ({ body }: { body: { points: object[] } }) =>
      body.points.map((point) => ({ ...point, times: [past], values: [17], qualities: ['good'] })),
  })
  await live(server, { flow: [82.4, 'good', now()], setpoint: [50, 'good', now()] })
  await says(element, 'flow', /82\.4/)
  element.setAttribute('replay', '')
  await says(element, 'flow', /17/)
  ;(await proxy(element, 'setpoint')).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await line(element, /replay/)
  equal(server.requestsOf('POST /dev/controls').length, 0)
  element.removeAttribute('replay')
  await says(element, 'flow', /82\.4/)
})

it('a configuration screen shows a write that asks nothing at its edge, and keeps its failure until it is closed', async () => {
  const { server, element } = await canvas({
    'GET /yun/view': () => shown([writing('42')]),
    'POST /dev/controls': () => ({ id: 'c1', status: 'sent' }),
    'GET /dev/controls': () => command({ status: 'failed', reason: 'The valve is stuck', end_time: now() }),
  })
  await live(server, { setpoint: [50, 'good', now()] })
  await says(element, 'start', /Start$/)
  await until('what is known of the device', () => server.requestsOf('GET /dev/basic').length > 0)
  await press(element, 'start')
  const failed = await line(element, /The valve is stuck/)
  equal(failed.getAttribute('role'), 'alert')
  equal(element.shadowRoot.querySelector('[role=dialog]'), null)
  equal(server.requestsOf('POST /dev/controls')[0]?.body, { sn_code: 'PUMP1', key: 'setpoint', value: 42 })
  failed.querySelector('button')?.click()
  await until('it is closed', () => !element.shadowRoot.querySelector('.screen-line'))
})

it('a configuration screen asks for the second step of a point in any case', async () => {
  const { server, element } = await canvas({
    'GET /yun/view': () => shown([writing('42')]),
    'GET /dev/basic': () => pump({ points: [point('setpoint', { access: 'rw', two_step: true })] }),
    'POST /dev/controls': () => ({ id: 's1', status: 'selected', confirm_ms: 20_000 }),
  })
  await live(server, { setpoint: [50, 'good', now()] })
  await until('what is known of the device', () => server.requestsOf('GET /dev/basic').length > 0)
  await press(element, 'start')
  await until('the second step', () =>
    /Confirm/.test(element.shadowRoot.querySelector('[role=dialog]')?.textContent ?? ''),
  )
  equal(server.requestsOf('POST /dev/controls').length, 1)
})

it('a configuration screen sends what a press sets before what its release sets', async () => {
  let answer = () => {}
  const { server, element } = await canvas({
    ...answered,
    'GET /yun/view': () =>
      shown([
        control('jog', 'button', {
          events: ['press', 'release'].map((on) => ({
            on,
            actions: [{ does: 'write', point: 'setpoint', value: on === 'press' ? '1' : '0', confirm: false }],
          })),
        }),
      ]),
    'POST /dev/controls': () =>
      new Promise((resolve) => {
        answer = () => resolve({ id: 'c1', status: 'sent' })
      }),
  })
  await live(server, { setpoint: [50, 'good', now()] })
  await proxy(element, 'jog')
  await until('what is known of the device', () => server.requestsOf('GET /dev/basic').length > 0)
  await press(element, 'jog', 'keydown', ' ')
  await press(element, 'jog', 'keyup', ' ')
  const sent = () => server.requestsOf('POST /dev/controls').map(({ body }) => (body as { value: number }).value)
  await until('the press', () => sent().length === 1)
  equal(sent(), [1])
  answer()
  await until('the release', () => sent().length === 2)
  equal(sent(), [1, 0])
})

it('a configuration screen says of a control that its user may not write why it does nothing', async () => {
  const { server, element } = await canvas({ 'GET /dev/basic': () => pump({ may_write: false }) })
  await live(server, { setpoint: [50, 'good', now()] })
  await says(element, 'setpoint', /no right to write/)
  equal((await proxy(element, 'setpoint')).ariaDisabled, 'true')
  await press(element, 'setpoint')
  await line(element, /no right to write/)
  equal(server.requestsOf('POST /dev/controls').length, 0)
})

it('a configuration screen says that a point is read-only where it is, and that a right is missing where one is', async () => {
  const points = [point('flow'), point('setpoint')]
  const { server, element } = await canvas({ 'GET /dev/basic': () => pump({ points }) })
  await live(server, { setpoint: [50, 'good', now()] })
  await says(element, 'setpoint', /setpoint is read-only on Pump 1/)
  const other = await canvas({ 'GET /dev/basic': () => pump({ points, closed: ['setpoint'] }) })
  await live(other.server, { setpoint: [50, 'good', now()] })
  await says(other.element, 'setpoint', /no right to write to setpoint/)
})

it('a configuration screen names a control without a name by its point', async () => {
  const { server, element } = await canvas({
    'GET /yun/view': () =>
      shown([{ ...control('one', 'value', { bindings: { value: { expression: 'flow' } } }), name: '' }]),
  })
  await live(server, { flow: [82.4, 'good', now()] })
  await says(element, 'one', /^flow, 82\.4/)
})

it('a configuration screen takes no value beyond what its control allows', async () => {
  const { server, element } = await canvas({
    'GET /yun/view': () =>
      shown([
        control('setpoint', 'input', {
          props: { writes: 'setpoint', min: 60, max: 400, step: 10 },
          bindings: { value: { expression: 'setpoint' } },
        }),
      ]),
  })
  await live(server, { setpoint: [50, 'good', now()] })
  await says(element, 'setpoint', /50/)
  await press(element, 'setpoint')
  const form = await until('the form', () => element.shadowRoot.querySelector<HTMLFormElement>('[role=dialog] form'))
  form.requestSubmit()
  await until('the range', () => /Outside.*60 to 100/.test(form.textContent ?? ''))
  await until('the step', () =>
    /In steps of 10/.test(element.shadowRoot.querySelector('[role=dialog]')?.textContent ?? ''),
  )
  equal(server.requestsOf('POST /dev/controls').length, 0)
})

it('a configuration screen says that the line is lost, and marks the values', async () => {
  const { server, element } = await canvas()
  await live(server, { flow: [82.4, 'good', now()] })
  await says(element, 'flow', /82\.4/)
  server.setDown(true)
  await until('the sentence', () => element.shadowRoot.querySelector('.state-line'))
  equal(element.dataset.sgState, 'offline')
  server.setDown(false)
})

it('a configuration screen leads back from a screen that is not there any more', async () => {
  const { element } = await canvas({
    'GET /yun/view': ({ query }: { query: URLSearchParams }) =>
      query.get('screen_id') === '13' ? new Refused('115005') : shown(),
  })
  await press(element, 'next')
  await until('the words', () => element.shadowRoot.textContent?.includes('There is no published screen yet'))
  const back = await until('the way back', () =>
    element.shadowRoot.querySelector<HTMLElement>('[aria-label="Back to the screen before"]'),
  )
  back.click()
  await proxy(element, 'flow')
})

it('a configuration screen leads from a device to a screen of several devices, and back', async () => {
  const { element } = await canvas({
    'GET /yun/view': ({ query }: { query: URLSearchParams }) =>
      query.get('screen_id') !== '13'
        ? shown()
        : query.has('sn_code')
          ? new Refused('115005')
          : shown([control('title', 'text', { props: { text: 'Overview' } })]),
  })
  await press(element, 'next')
  await says(element, 'title', /Overview/)
})

it('a configuration screen draws an alarm at its control, names it to whoever points at it, and is as before when it is over', async () => {
  const { server, element } = await canvas()
  const picture = () => [...element.shadowRoot.querySelectorAll('canvas')].map((one) => one.toDataURL()).join('\n')
  const unknown = picture()
  await live(server, { flow: [82.4, 'good', now()] })
  await says(element, 'flow', /82\.4/)
  // The words come before the paint, which is over when two frames in a row are alike.
  let before = unknown
  await until('the value as it is painted', () => {
    const earlier = before
    before = picture()
    return before !== unknown && before === earlier
  })
  const raised = alarm({ alarm_time: now() })
  server.push({ type: 'alarm', alarm: raised })
  await says(element, 'flow', /alarm level 4: Flow too high/)
  await until('the mark', () => picture() !== before)
  const box = (await proxy(element, 'flow')).getBoundingClientRect()
  const host = element.shadowRoot.querySelector('.screen') as HTMLElement
  const at = { clientX: box.left + 10, clientY: box.top + 10, bubbles: true, pointerType: 'mouse' }
  host.dispatchEvent(new PointerEvent('pointermove', at))
  await until('the tip', () =>
    /High: Flow too high, since/.test(element.shadowRoot.querySelector('.screen-tip')?.textContent ?? ''),
  )
  host.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: box.right + 90, clientY: box.bottom + 90 }))
  server.push({ type: 'alarm', alarm: { ...raised, state: 'NORM', recover_time: now(), confirm_time: now() } })
  await until('the control as it was', () => picture() === before)
  await until(
    'nothing said',
    () => !/alarm/.test(element.shadowRoot.querySelector('[data-control=flow]')?.ariaLabel ?? ''),
  )
})

it('a configuration screen draws none at a control whose author wants none, nor one that is kept from operators', async () => {
  const value = { bindings: { value: { expression: 'flow' } } }
  const { server, element } = await canvas({
    'GET /yun/view': () =>
      shown([control('bare', 'value', { ...value, alarm_of: null }), control('flow', 'value', value)]),
    'GET /rAlarmDev': () => ({ rows: [alarm()], total: 1 }),
  })
  await live(server, { flow: [82.4, 'good', now()] })
  await says(element, 'flow', /alarm level 4/)
  equal(/alarm/.test((await proxy(element, 'bare')).ariaLabel ?? ''), false)
  server.push({ type: 'alarm', alarm: alarm({ state: 'SHLVD', held_until: now() + 60_000 }) })
  await until('no alarm', () => !/alarm/.test(element.shadowRoot.querySelector('[data-control=flow]')?.ariaLabel ?? ''))
})

it('a configuration screen marks in the past what was an alarm then', async () => {
  const past = now() - 2 * HOUR_MS
  const then = alarm({ alarm_time: past, recover_time: null, confirm_time: null, alarm_level: 4 })
  const { server, element } = await canvas({
    'GET /yun/view': () =>
      shown([control('flow', 'value', { alarm_of: '', bindings: { value: { expression: 'flow' } } })]),
    'POST /yun/view/replay': ({ body }: { body: { points: object[] } }) =>
      body.points.map((one) => ({ ...one, times: [past], values: [17], qualities: ['good'] })),
    'GET /hAlarmDev': () => ({ rows: [then], total: 1 }),
  })
  await live(server, { flow: [82.4, 'good', now()] })
  element.setAttribute('replay', '')
  await says(element, 'flow', /17.*alarm level 4/)
})

it('a configuration screen with a list of alarms asks for the alarms of its device once', async () => {
  const value = control('flow', 'value', { bindings: { value: { expression: 'flow' } } })
  const list = control('alarms', 'alarm-list', { y: 60, width: 400, height: 200 })
  const { server, element } = await canvas({
    'GET /yun/view': () => shown([value, list]),
    'GET /rAlarmDev': () => ({ rows: [alarm()], total: 1 }),
  })
  await live(server, { flow: [82.4, 'good', now()] })
  await says(element, 'flow', /alarm level 4/)
  await until('the list', () => element.shadowRoot.textContent?.includes('Flow too high'))
  equal(server.requestsOf('GET /rAlarmDev').length, 1)
})

it('a configuration screen does nothing once the session is over, and says why', async () => {
  const { server, element } = await canvas({ 'GET /yun/view': () => shown([writing('1')]) })
  await live(server, { setpoint: [50, 'good', now()] })
  await proxy(element, 'start')
  server.answers['GET /yun/dev/group'] = () => new Refused('100009')
  await server.connection.api.device.groups({}).catch(() => {})
  await press(element, 'start')
  await line(element, /Your session has expired/)
  equal(server.requestsOf('POST /dev/controls').length, 0)
})

it('a screen stands in a screen, at most once, and tabs of a screen show one of its controls', async () => {
  const value = (id: string) => control(id, 'rectangle', {})
  const tabs = control('tabs', 'tabs', {
    props: {
      label: 'Parts',
      tabs: [
        { label: 'One', control_id: 'a' },
        { label: 'Two', control_id: 'b' },
      ],
      initial: 1,
      look: 'tabs',
      hasFrame: false,
    },
    width: 200,
    height: 40,
  })
  const placed = control('placed', 'screen', {
    props: { title: '', sn_code: '', screen_id: 2, hasFrame: true },
    y: 60,
    width: 400,
    height: 200,
  })
  const answers = {
    'GET /yun/view': ({ query }: { query: URLSearchParams }) =>
      query.get('screen_id') === '2' ? shown([tabs, placed]) : shown([tabs, placed, value('a'), value('b')]),
  }
  const { element } = await canvas(answers)
  const inner = await until('the inner screen', () => element.shadowRoot.querySelector('.screen .screen'))
  await until('no third one', () => inner.textContent?.includes('A screen within a screen shows no further one'))
  equal(element.shadowRoot.querySelectorAll('.screen').length, 2)
  equal(element.shadowRoot.querySelectorAll('[role=tablist]').length, 2)
})
