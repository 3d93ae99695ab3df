import { atom } from 'nanostores'
import type { Connection } from '../../core/connection/connection.ts'
import { equal, expectComplaint, place, sg, until } from './check.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
await import('./probe.tsx')
await import('../../elements/screens/device-list/index.ts')

type Probe = HTMLElement & { shadowRoot: ShadowRoot; connection: Connection; sn: unknown; points: unknown }

const connectionTo = (baseUrl: string) =>
  ({
    baseUrl,
    name: baseUrl,
    $timezone: atom<string | null>(null),
    $problem: atom<string | null>(null),
  }) as unknown as Connection & { $problem: ReturnType<typeof atom<string | null>> }

function detailsIn(box: Element) {
  const details: { phase: string; problem: string; message: string; docs: string | null }[] = []
  box.addEventListener('sg-error', (event) => details.push((event as CustomEvent).detail))
  return details
}
const notesIn = (element: Element) => Array.from(element.shadowRoot?.querySelectorAll('.note') ?? [])
const sentence = (element: Element, part: string) =>
  until(`a note with "${part}"`, () => notesIn(element).find((note) => note.textContent?.includes(part)))

describe("a page's own content", () => {
  it('content in the slot header stands above the view', async () => {
    const box = place('<sg-probe lang="en"><h2 slot="header">Pump 1</h2></sg-probe>')
    const root = sg(box, 'sg-probe').shadowRoot
    const slot = await until('the slot', () => root.querySelector<HTMLSlotElement>('slot[name=header]'))
    equal(slot.assignedElements()[0]?.textContent, 'Pump 1')
  })
  it('content in the slot error stands in the place of a failure', async () => {
    expectComplaint(/NotConnected/)
    const box = place('<sg-connected lang="en"><p slot="error">Call 112</p></sg-connected>')
    const root = sg(box, 'sg-connected').shadowRoot
    const slot = await until('the failure', () => root.querySelector<HTMLSlotElement>('slot[name=error]'))
    equal(slot.assignedElements()[0]?.textContent, 'Call 112')
    const own = root.querySelector('.notice') as HTMLElement
    equal(own.getClientRects().length, 0)
  })
})

it('an author of a page is informed of a connection whose console differs from that of the <sg-connection> around it', async () => {
  await import('../../elements/live/index.ts')
  const box = place('<sg-connection><sg-connected lang="en"></sg-connected></sg-connection>')
  const details = detailsIn(box)
  const element = sg(box, 'sg-connected') as Probe
  element.connection = connectionTo('http://one.example/')
  ;(box.querySelector('sg-connection') as Probe).connection = connectionTo('http://two.example/')
  await sentence(element, 'different consoles')
  equal(details[0]?.problem, 'two-connections')
  equal(element.shadowRoot.getElementById('connection')?.textContent, 'http://one.example/')
  ;(box.querySelector('sg-connection') as Probe).connection = element.connection
  await until('the note to go', () => notesIn(element).length === 0)
})
it('an author of a page is informed of a property of another type, which leaves the value unchanged', async () => {
  const box = place('<sg-probe lang="zh" sn="A1"></sg-probe>')
  const details = detailsIn(box)
  const element = sg(box, 'sg-probe') as Probe
  expectComplaint(/sn: an object is not a string/)
  element.sn = { device: 'A1' }
  await sentence(element, 'sn: an object is not a string')
  equal(element.sn, 'A1')
  equal([details[0]?.phase, details[0]?.problem], ['attribute', 'bad-property'])
  element.sn = 7
  await until('the number as text', () => element.sn === '7' && notesIn(element).length === 0)
})
it('an author of a page is informed of what stands between the page and the console, with the docs of that console', async () => {
  const box = place('<sg-connected lang="en"></sg-connected>')
  const details = detailsIn(box)
  const connection = connectionTo('https://console.example/')
  ;(sg(box, 'sg-connected') as Probe).connection = connection
  connection.$problem.set('token-early')
  const detail = await until('sg-error', () => details[0])
  equal(
    [detail.phase, detail.problem, detail.docs],
    ['token', 'token-early', 'https://console.example/docs/embedding#token-early'],
  )
  equal(detail.message.includes("portal's server"), true)
})
it('an element that is not ready after 10 seconds says so, and goes on waiting', async () => {
  const later = window.setTimeout
  window.setTimeout = ((run: () => void, ms = 0, ...rest: []) => later(run, ms === 10_000 ? 0 : ms, ...rest)) as never
  const box = place('<sg-connected lang="en"></sg-connected>')
  const details = detailsIn(box)
  const element = sg(box, 'sg-connected') as Probe
  await sentence(element, 'longer than 10 seconds')
  window.setTimeout = later
  equal([details[0]?.phase, details[0]?.problem, element.dataset.sgState], ['load', 'slow', 'loading'])
  element.connection = connectionTo('https://console.example/')
  await until('the note to go', () => notesIn(element).length === 0)
})

it('an element adopted into another document keeps its look and its state', async () => {
  const box = place('<sg-probe sn="A1"></sg-probe><iframe></iframe>')
  const element = sg(box, 'sg-probe') as Probe
  const count = await until('the view', () => element.shadowRoot.getElementById('count'))
  count.click()
  await until('a press', () => count.textContent === '1')
  const root = element.shadowRoot.querySelector('.sg-root') as HTMLElement
  const before = getComputedStyle(root).fontSize
  const other = box.querySelector('iframe')?.contentDocument as Document
  other.body.append(other.adoptNode(element))
  await until('its sheets', () => element.shadowRoot.adoptedStyleSheets.length > 0)
  equal(other.defaultView?.getComputedStyle(root).fontSize, before)
  equal(element.shadowRoot.getElementById('count')?.textContent, '1')
})
it('a copied element has its attributes and a view of its own', async () => {
  const box = place('<sg-probe sn="A1" compact></sg-probe>')
  const copy = sg(box, 'sg-probe').cloneNode(true) as Probe
  box.append(copy)
  await until('its view', () => copy.shadowRoot.getElementById('shown')?.textContent?.startsWith('A1 values 10 true'))
})
it('an element follows the direction of the page', async () => {
  const box = place('<div dir="rtl"><sg-probe></sg-probe></div>')
  const root = await until('the view', () => sg(box, 'sg-probe').shadowRoot.querySelector('.sg-root'))
  equal(getComputedStyle(root).direction, 'rtl')
})
