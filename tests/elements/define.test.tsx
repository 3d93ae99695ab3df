import { sendKeys } from '@web/test-runner-commands'
import { atom } from 'nanostores'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Connection } from '../../core/connection/connection.ts'
import { $defaultConnection } from '../../core/connection/default.ts'
import { register } from '../../elements/define/register.ts'
import { equal, expectComplaint, place, sg, turn, until, write } from './check.ts'
import { defineProbe, seen } from './probe.tsx'

type Probe = HTMLElement & {
  shadowRoot: ShadowRoot
  sn?: string
  tab?: string | null
  limit?: number
  compact?: boolean
  points?: readonly string[]
  token?: string
  fails?: boolean
  connection: Connection | null
}
const probe = (box: ParentNode) => sg(box, 'sg-probe') as Probe
const shown = (element: Probe) => element.shadowRoot.getElementById('shown')?.textContent
const shows = (element: Probe, wanted: string) =>
  until(`"${wanted}", got "${shown(element)}"`, () => shown(element) === wanted)
const connectionNamed = (name: string) =>
  ({
    name,
    baseUrl: `http://${name}.example/`,
    $timezone: atom<string | null>(null),
    $problem: atom<string | null>(null),
  }) as unknown as Connection

/** A page in React that shows an element or not. */
const hostPage = { setShown: (_: boolean) => {} }
const Tag = 'sg-probe' as unknown as React.FC<{ points: string[]; compact: boolean }>
function HostPage() {
  const [isShown, setShown] = useState(true)
  hostPage.setShown = setShown
  return isShown ? <Tag points={['p']} compact /> : null
}

it('an element lists nothing of its own among its properties', () => {
  equal(Object.keys(probe(place('<sg-probe></sg-probe>'))), [])
})
it('text typed into a field triggers no hotkey of the page, while keys that write nothing do', async () => {
  const element = probe(place('<sg-probe></sg-probe>'))
  const field = await until('the field', () => element.shadowRoot.getElementById('typed') as HTMLInputElement | null)
  const heard: string[] = []
  const hear = ({ type, key }: KeyboardEvent) => heard.push(`${type} ${key}`)
  for (const type of ['keydown', 'keypress', 'keyup'] as const) document.addEventListener(type, hear)
  field.focus()
  await sendKeys({ type: 'n/p' })
  await sendKeys({ press: 'Escape' })
  await sendKeys({ down: 'Control' })
  await sendKeys({ press: 'k' })
  await sendKeys({ up: 'Control' })
  for (const type of ['keydown', 'keypress', 'keyup'] as const) document.removeEventListener(type, hear)
  equal(field.value, 'n/p')
  equal(
    heard.filter((one) => / .$/.test(one) && !one.endsWith(' k')),
    [],
  )
  equal(heard.includes('keydown Escape') && heard.includes('keydown k'), true)
})

it('attributes and properties are read with their types, kebab-case', async () => {
  const element = probe(place('<sg-probe sn="A1" tab="curve" limit="5" compact points=\'["p1"]\'></sg-probe>'))
  await shows(element, 'A1 curve 5 true ["p1"]')
})
it('compact and compact="" are true, compact="false" and nothing are false', async () => {
  const box = place(
    '<sg-probe compact></sg-probe><sg-probe compact=""></sg-probe><sg-probe compact="false"></sg-probe><sg-probe></sg-probe>',
  )
  equal(
    Array.from(box.querySelectorAll<Probe>('sg-probe'), ({ compact }) => compact),
    [true, true, false, false],
  )
})
it('attributes and properties go back to the default when an attribute is removed or a property is null', async () => {
  const element = probe(place('<sg-probe sn="A1" limit="5" tab="curve"></sg-probe>'))
  await shows(element, 'A1 curve 5 false undefined')
  element.removeAttribute('limit')
  element.tab = null
  await shows(element, 'A1 values 10 false undefined')
})
it('properties set before the tag is defined survive the definition', async () => {
  const element = place('<sg-late></sg-late>').firstElementChild as Probe
  element.sn = 'early'
  element.setAttribute('points', '[object Object]')
  defineProbe('sg-late')
  await shows(element, 'early values 10 false undefined')
})
it('bad JSON is reported and not thrown, and the element lives on', async () => {
  const box = place('')
  const errors: string[] = []
  box.addEventListener('sg-error', (event) => errors.push((event as CustomEvent).detail.phase))
  const element = document.createElement('sg-probe') as Probe
  box.append(element)
  expectComplaint(/points: "{oops" is not JSON/)
  element.setAttribute('points', '{oops')
  await shows(element, 'undefined values 10 false undefined')
  await until('sg-error', () => errors.length > 0)
  equal(errors, ['attribute'])
  await until('the note', () => element.shadowRoot.querySelector('[role=status]')?.textContent?.includes('points'))
  element.setAttribute('points', '["back"]')
  await shows(element, 'undefined values 10 false ["back"]')
})
it('an attribute lists its words, and an empty one counts as left out', async () => {
  const element = probe(place('<sg-probe tab=""></sg-probe>'))
  await shows(element, 'undefined values 10 false undefined')
  expectComplaint(/tab: "curv" is none of values, curve/)
  element.setAttribute('tab', 'curv')
  await until('the note', () =>
    element.shadowRoot.querySelector('[role=status]')?.textContent?.includes('"curv" is none of values, curve'),
  )
  element.setAttribute('tab', 'curve')
  await shows(element, 'undefined curve 10 false undefined')
  await until('the note has gone', () => element.shadowRoot.querySelector('[role=status]') === null)
})
for (const [name, wrong, words, right] of [
  ['sn', { device: 'SECRET' }, 'sn: an object is not a string', 'A2'],
  ['sn', () => 'SECRET', 'sn: a function is not a string', 7],
  ['limit', 'many', 'limit: "many" is not a number', '8'],
  ['tab', 'curv', 'tab: "curv" is none of values, curve', 'curve'],
  ['limit', Number.NaN, 'limit: NaN is not a number', 8],
  ['limit', [1], 'limit: an object is not a number', null],
  ['points', 'SECRET', 'points: a string is not an object', ['p2']],
  ['points', 5n, 'points: a bigint is not an object', undefined],
] as const) {
  it(`a property ${words} keeps its last value, and the next right value counts`, async () => {
    const box = place('<sg-probe lang="en" sn="A1" limit="5" points=\'["p1"]\'></sg-probe>')
    const details: { phase: string; problem: string; detail: string }[] = []
    box.addEventListener('sg-error', (event) => details.push((event as CustomEvent).detail))
    const element = probe(box)
    const before = Reflect.get(element, name)
    expectComplaint(new RegExp(words))
    Reflect.set(element, name, wrong)
    equal(Reflect.get(element, name), before)
    await shows(element, 'A1 values 5 false ["p1"]')
    const detail = await until('sg-error', () => details[0])
    equal([detail.phase, detail.problem, detail.detail], ['attribute', 'bad-property', words])
    await until('the note', () => element.shadowRoot.querySelector('.note')?.textContent?.includes(words))
    equal(element.shadowRoot.textContent?.includes('SECRET'), false)
    Reflect.set(element, name, right)
    await until('the note to go', () => !element.shadowRoot.querySelector('.note'))
  })
}
it('a property never lands in an attribute', async () => {
  const element = probe(place('<sg-probe></sg-probe>'))
  element.token = 'secret'
  element.limit = 3
  await shows(element, 'undefined values 3 false undefined')
  equal(element.getAttributeNames().sort(), ['data-sg-state'])
})
it('an object keeps its identity', async () => {
  const element = probe(place('<sg-probe></sg-probe>'))
  const points = ['a']
  element.points = points
  await until('the points in the view', () => seen.props?.points === points)
  equal(element.points === points, true)
})
it('properties set while detached wait for the page without mounting', async () => {
  const element = document.createElement('sg-probe') as Probe
  element.sn = 'waiting'
  await turn()
  equal(element.shadowRoot.getElementById('shown'), null)
  place('').append(element)
  await shows(element, 'waiting values 10 false undefined')
})

it('events are kebab-case, bubble through shadow roots, and say whether the page prevented them', async () => {
  const box = place('<div id="outer"></div>')
  const root = (box.querySelector('#outer') as HTMLElement).attachShadow({ mode: 'open' })
  const element = document.createElement('sg-probe') as Probe
  root.append(element)
  const button = await until('the view', () => element.shadowRoot.getElementById('select'))
  const details: unknown[] = []
  box.addEventListener('sg-point-select', (event) => {
    details.push((event as CustomEvent).detail)
    if (details.length === 2) event.preventDefault()
  })
  button.click()
  equal(button.dataset.prevented, 'false')
  button.click()
  equal(button.dataset.prevented, 'true')
  equal(details, [{ point_id: 'p1' }, { point_id: 'p1' }])
})
it('sg-ready comes once, after the first paint', async () => {
  const box = place('')
  let ready = 0
  box.addEventListener('sg-ready', () => ready++)
  write(box, '<sg-probe></sg-probe>')
  await until('ready', () => ready === 1)
  probe(box).limit = 4
  await shows(probe(box), 'undefined values 4 false undefined')
  equal(ready, 1)
  equal(probe(box).dataset.sgState, 'ready')
})

it('moving the element in the page keeps its state', async () => {
  const box = place('<div id="a"><sg-probe></sg-probe></div><div id="b"></div>')
  const element = probe(box)
  const button = await until('the view', () => element.shadowRoot.getElementById('count'))
  button.click()
  await until('counted', () => button.textContent === '1')
  box.querySelector('#b')?.append(element)
  await turn()
  equal(element.shadowRoot.getElementById('count')?.textContent, '1')
  const target = box.querySelector('#a') as HTMLElement & { moveBefore: (node: Node, child: Node | null) => void }
  target.moveBefore(element, null)
  await turn()
  equal(element.parentElement === target, true)
  equal(element.shadowRoot.getElementById('count')?.textContent, '1')
})
it('taken off the page it unmounts, and put back it starts anew', async () => {
  const box = place('<sg-probe></sg-probe>')
  const element = probe(box)
  await until('the view', () => element.shadowRoot.getElementById('count'))
  element.remove()
  await until('unmounted', () => !element.shadowRoot.getElementById('count'))
  box.append(element)
  await until('mounted again', () => element.shadowRoot.getElementById('count'))
})
it('a React page removes it without React complaining', async () => {
  const complaints: unknown[][] = []
  const original = console.error
  console.error = (...args) => complaints.push(args)
  const box = place('')
  const page = createRoot(box)
  page.render(<HostPage />)
  const element = await until('the element', () => box.querySelector<Probe>('sg-probe'))
  await shows(element, 'undefined values 10 true ["p"]')
  hostPage.setShown(false)
  await until('gone', () => !box.firstElementChild)
  await turn()
  page.unmount()
  console.error = original
  equal(
    complaints.map((args) => String(args[0])),
    [],
  )
})
it('300 mounts and unmounts leave nothing on the page', async () => {
  const before = document.querySelectorAll('*').length
  const box = place('')
  for (let round = 0; round < 300; round += 1) {
    const element = document.createElement('sg-probe')
    box.append(element)
    element.remove()
  }
  await turn()
  box.remove()
  equal(document.querySelectorAll('*').length, before)
})

it('a view that throws shows a retry in the element, in its language, and informs the page', async () => {
  const box = place('<div lang="zh-CN"></div>')
  const errors: { phase: string; message: string; error?: Error }[] = []
  box.addEventListener('sg-error', (event) => errors.push((event as CustomEvent).detail))
  const element = document.createElement('sg-probe') as Probe
  expectComplaint(/^console.error Error: the view failed/)
  element.fails = true
  box.firstElementChild?.append(element)
  const alert = await until('the failure', () => element.shadowRoot.querySelector('[role=alert]'))
  equal(alert.textContent?.includes('此部分无法显示'), true)
  await until('sg-error', () => errors.length > 0)
  equal(errors[0]?.error?.message, 'the view failed')
  await until('the state', () => element.dataset.sgState === 'error')
  element.fails = false
  ;(alert.querySelector('button') as HTMLButtonElement).click()
  await shows(element, 'undefined values 10 false undefined')
  await until('ready again', () => element.dataset.sgState === 'ready')
})

it('language and time zone come from the nearest ancestor through shadow boundaries, and change live', async () => {
  const box = place('<div id="outer" lang="zh" time-zone="Asia/Shanghai"></div>')
  const outer = box.querySelector('#outer') as HTMLElement
  const element = document.createElement('sg-probe') as Probe
  outer.attachShadow({ mode: 'open' }).append(element)
  const at = (id: string) => element.shadowRoot.getElementById(id)?.textContent
  await until('Chinese', () => at('hello') === '你好')
  equal(at('zone'), 'Asia/Shanghai')
  outer.lang = 'en'
  outer.setAttribute('time-zone', 'Europe/Berlin')
  await until('English', () => at('hello') === 'Hello')
  equal(at('zone'), 'Europe/Berlin')
  element.lang = 'zh-TW'
  await until('its own', () => at('hello') === '你好')
})

it('an element says its title anew in another language, also where it is the same', async () => {
  const element = sg(place('<sg-titled lang="en"></sg-titled>'), 'sg-titled')
  await until('titled', () => element.dataset.sgTitle === 'WW0001')
  let said = 0
  const titles = new MutationObserver(() => {
    said += element.dataset.sgTitle === 'WW0001' ? 1 : 0
  })
  titles.observe(element, { attributeFilter: ['data-sg-title'] })
  element.lang = 'zh'
  await until('Chinese', () => element.shadowRoot.getElementById('titled')?.textContent === '你好')
  await until('said anew', () => said > 0)
  titles.disconnect()
})

it('the connection of an element comes from an ancestor, also from one that comes later', async () => {
  const box = place('<sg-connected></sg-connected>')
  const element = sg(box, 'sg-connected')
  await turn()
  box.addEventListener('context-request', (event) => {
    const request = event as Event & { context: string; callback: (connection: Connection) => void }
    if (request.context === 'sg-connection') request.callback(connectionNamed('late'))
  })
  window.dispatchEvent(Object.assign(new Event('context-provider'), { context: 'sg-connection' }))
  await until('connected', () => element.shadowRoot.getElementById('connection')?.textContent === 'late')
  await until('its state', () => element.dataset.sgState === 'stale')
})
it('the connection of an element is its property where that is set, and may be changed', async () => {
  const element = sg(place('<sg-connected></sg-connected>'), 'sg-connected') as Probe
  const name = () => element.shadowRoot.getElementById('connection')?.textContent
  element.connection = connectionNamed('one')
  await until('one', () => name() === 'one')
  element.connection = connectionNamed('two')
  await until('two', () => name() === 'two')
})
it('the connection is otherwise the default of the page', async () => {
  const element = sg(place('<sg-connected></sg-connected>'), 'sg-connected')
  $defaultConnection.set(connectionNamed('default'))
  await until('the default', () => element.shadowRoot.getElementById('connection')?.textContent === 'default')
  $defaultConnection.set(null)
})
it('a connection that does not come within 3 s is named as missing, and one that comes after that is taken', async () => {
  const element = sg(place('<sg-connected lang="en"></sg-connected>'), 'sg-connected') as Probe
  await until('a skeleton first', () => element.dataset.sgState === 'loading')
  expectComplaint(/NotConnected/)
  await until('offline', () => element.dataset.sgState === 'offline')
  equal(element.shadowRoot.textContent?.includes('Not connected'), true)
  element.connection = connectionNamed('at last')
  await until('connected', () => element.shadowRoot.getElementById('connection')?.textContent === 'at last')
})

it('rules of the page for every element do not reach the view, and its tokens do, in each theme', async () => {
  const style = new CSSStyleSheet()
  style.replaceSync('* { letter-spacing: 3px !important; font-size: 40px !important }')
  document.adoptedStyleSheets.push(style)
  const box = place(
    '<div style="--sg-text-1: rgb(1, 2, 3)"><sg-probe theme="dark"></sg-probe><sg-probe theme="hp"></sg-probe></div>',
  )
  for (const element of box.querySelectorAll<Probe>('sg-probe')) {
    const hello = await until('the view', () => element.shadowRoot.getElementById('hello'))
    equal(getComputedStyle(hello).letterSpacing, 'normal')
    equal(getComputedStyle(hello).fontSize, '13px')
    equal(getComputedStyle(hello).color, 'rgb(1, 2, 3)')
  }
  document.adoptedStyleSheets.pop()
})
it('an element made while another registry stands is healed when it is replaced', async () => {
  const real = window.customElements
  const known = new Map<string, CustomElementConstructor>()
  class Healed extends HTMLElement {}
  register('sg-healed', Healed)
  Object.defineProperty(window, 'customElements', {
    configurable: true,
    value: {
      get: (tag: string) => known.get(tag),
      define: (tag: string, element: CustomElementConstructor) => known.set(tag, element),
    },
  })
  await until('defined again', () => known.get('sg-healed') === Healed)
  Object.defineProperty(window, 'customElements', { configurable: true, value: real })
})
it('the first of two kits of one version stays, and a foreign element under our tag leaves us a tag with our major version', async () => {
  const conflicts: { tag: string; own: string }[] = []
  document.addEventListener('sg-version-conflict', (event) => conflicts.push((event as CustomEvent).detail))
  defineProbe('sg-probe')
  equal(conflicts.at(-1)?.own, 'sg-probe')
  customElements.define('sg-taken', class extends HTMLElement {})
  defineProbe('sg-taken')
  equal(conflicts.at(-1)?.own, 'sg-taken-v0')
  equal(customElements.get('sg-taken-v0') !== undefined, true)
})
it('a kit of another major version keeps its tags, and ours stand beside them', async () => {
  const conflicts: unknown[] = []
  document.addEventListener('sg-version-conflict', (event) => conflicts.push((event as CustomEvent).detail))
  const theirs = class extends HTMLElement {
    static readonly sgVersion = '9.1.0'
  }
  customElements.define('sg-both', theirs)
  defineProbe('sg-both')
  equal(conflicts, [{ tag: 'sg-both', kept: '9.1.0', offered: '0.1.0', own: 'sg-both-v0' }])
  equal(customElements.get('sg-both') === theirs, true)
  await shows(
    sg(place('<sg-both></sg-both><sg-both-v0 sn="A1"></sg-both-v0>'), 'sg-both-v0') as Probe,
    'A1 values 10 false undefined',
  )
})
