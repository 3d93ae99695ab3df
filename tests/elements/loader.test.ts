import { equal, expectComplaint, place, until } from './check.ts'

// Not in this file's own chunk: the runner loads that one under a second address.
await import('../../elements/define/loader.ts')

const events: unknown[] = []
document.addEventListener('sg-error', (event) => events.push((event as CustomEvent).detail))

const shown = (within: ParentNode, tag: string) =>
  until(
    `<${tag}> with its view`,
    () => customElements.get(tag) && within.querySelector(tag)?.shadowRoot?.querySelector('.sg-root'),
  )
const refused = async () => Number(await (await fetch('/refused')).text())
const buttons = (within: Element) => Array.from(within.querySelectorAll('button'))

afterEach(async () => {
  await fetch('/serve')
  await refused()
})

it('an element whose chunk does not come says so, and a try fetches it again', async () => {
  expectComplaint(/\[sightglass\] <sg-sign-in>/)
  await fetch('/refuse')
  const box = place('<sg-sign-in lang="en"></sg-sign-in>')
  const element = box.querySelector('sg-sign-in') as HTMLElement
  const note = await until('the note', () => element.querySelector('[role=alert]'))
  equal(note.textContent?.includes('could not be loaded'), true)
  equal(element.dataset.sgState, 'error')
  equal((events[0] as { phase: string }).phase, 'load')
  equal((await refused()) > 0, true)
  equal(buttons(element).length, 1)
  buttons(element)[0]?.click()
  await until('the way out', () => buttons(element).at(-1)?.textContent === 'Reload the page')
  equal((await refused()) > 0, true)
  await fetch('/serve')

  const second = place('<sg-sign-in lang="zh"></sg-sign-in>')
  await shown(second, 'sg-sign-in')
  await shown(box, 'sg-sign-in')
  await until('the note to go', () => !element.querySelector('[role=alert]'))
  equal(element.dataset.sgState !== 'error', true)
})

it('a try that comes through shows the element in its place', async () => {
  expectComplaint(/\[sightglass\] <sg-device-list>/)
  await fetch('/refuse')
  const box = place('<sg-device-list lang="zh"></sg-device-list>')
  const element = box.querySelector('sg-device-list') as HTMLElement
  const retry = await until('the note', () => buttons(element)[0])
  equal(retry.textContent, '重试')
  await fetch('/serve')
  retry.click()
  await shown(box, 'sg-device-list')
  equal(element.childElementCount, 0)
})

it('a tag that is added later is loaded when it comes', async () => {
  equal(customElements.get('sg-home'), undefined)
  const box = place('')
  box.append(document.createElement('sg-home'))
  await shown(box, 'sg-home')
})

it('a tag in the shadow root of another custom element is found, also when that comes later', async () => {
  equal(customElements.get('sg-device-board'), undefined)
  const box = place('<x-frame></x-frame>')
  customElements.define(
    'x-frame',
    class extends HTMLElement {
      constructor() {
        super()
        this.attachShadow({ mode: 'open' }).append(document.createElement('p'))
      }
    },
  )
  const root = (box.firstElementChild as HTMLElement).shadowRoot as ShadowRoot
  root.append(document.createElement('sg-device-board'))
  await shown(root, 'sg-device-board')
})

it('a tag that is mistyped is named, and a tag of the page’s own is not', async () => {
  expectComplaint(/there is no <sg-valeu>/)
  const before = events.length
  place('<sg-valeu></sg-valeu><my-value></my-value>')
  const { phase, problem, message, docs } = (await until('sg-error', () => events[before])) as Record<string, string>
  equal([phase, problem, message], ['load', 'unknown-tag', 'sg-valeu'])
  equal(docs?.endsWith('/docs/embedding#unknown-tag'), true)
  equal(events.length, before + 1)
})

// The last one: what threw here is kept as failed for as long as the page lives.
it('an element whose chunk came and failed does not blame the network', async () => {
  expectComplaint(/\[sightglass\] <sg-alarm-kpi>/)
  const Sheet = window.CSSStyleSheet
  window.CSSStyleSheet = class {
    constructor() {
      throw new TypeError('the page does not take it')
    }
  } as typeof CSSStyleSheet
  const element = place('<sg-alarm-kpi lang="en"></sg-alarm-kpi>').querySelector('sg-alarm-kpi') as HTMLElement
  const note = await until('the note', () => element.querySelector('[role=alert]'))
  window.CSSStyleSheet = Sheet
  equal(note.firstChild?.textContent, 'This part cannot be shown.')
  equal((events.at(-1) as { problem: string }).problem, 'view-failed')
})
