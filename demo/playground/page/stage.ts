import { type Choices, COLOURS } from './choices.ts'
import { settled } from './dom.ts'
import type { Entry } from './shape.ts'
import { t } from './text.ts'

export interface Stage {
  /** Shows these choices; what they need a new connection for is built anew. */
  show(choices: Choices): void
  /** The stage's page, anew. */
  reload(): void
  /** The element that is shown; null until it is. */
  element(): HTMLElement | null
}

interface Listeners {
  onEvent(event: CustomEvent): void
  onState(state: string | null): void
}

/** The kit's script has this long to come before the stage says that it did not. */
const KIT_MS = 10_000
/** Room for what opens below a small element. */
const LEAST_PX = 132

/** The element in a page of its own: with the page's CSS, language and width, and none of the playground's. */
export function createStage(frame: HTMLIFrameElement, entry: Entry, events: readonly string[], on: Listeners): Stage {
  let wanted: Choices | null = null
  let built = ''
  let element: HTMLElement | null = null
  let watched: MutationObserver | null = null
  /** Where the connection goes, and for its token. */
  let way: Record<string, string> = {}
  const isConnection = entry.tag === 'sg-connection'

  const page = () => (frame.contentDocument?.querySelector('#host-css') ? frame.contentDocument : null)

  function start() {
    const doc = page()
    if (!doc) return
    built = ''
    for (const type of new Set([...events, 'sg-ready', 'sg-error', 'sg-version-conflict']))
      doc.addEventListener(type, (event) => on.onEvent(event as CustomEvent))
    new ResizeObserver(fit).observe(doc.documentElement)
    doc.title = t.stage
    if (wanted) show(wanted)
    setTimeout(() => {
      if (doc !== page() || doc.defaultView?.customElements.get(entry.tag)) return
      doc.body.replaceChildren(paragraph(doc, t.kitAway))
      on.onState(null)
    }, KIT_MS)
  }

  const fit = settled(() => {
    const doc = page()
    if (!doc) return
    // Margins of the root count too: a page's CSS may give it some.
    const { marginBlockStart, marginBlockEnd } = getComputedStyle(doc.documentElement)
    const margins = Number.parseFloat(marginBlockStart) + Number.parseFloat(marginBlockEnd)
    const height = Math.ceil(doc.documentElement.getBoundingClientRect().height + margins)
    frame.style.height = `${Math.max(LEAST_PX, height)}px`
  }, 50)

  function paragraph(doc: Document, text: string): HTMLElement {
    const made = doc.createElement('p')
    made.textContent = text
    return made
  }

  /** A tag of the stage's page: its own document makes it, so that the kit there knows it. */
  function tag(doc: Document, name: string, attributes: Readonly<Record<string, string | null>>): HTMLElement {
    const made = doc.createElement(name)
    for (const [attribute, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(attribute, value)
    return made
  }

  function build(doc: Document, choices: Choices) {
    const situation = entry.states[choices.state] ?? entry.states.ready
    if (!situation) return
    const { base, token_url } = situation
    way = { 'base-url': base, 'token-url': `/${token_url}?since=${Date.now()}` }
    const inside = entry.inside.map((child) => tag(doc, child.tag, { ...child.attributes, ...situation.attributes }))
    const own = tag(doc, entry.tag, isConnection ? way : {})
    // Written as anybody would, a tag a line: leaves stand in their page's text.
    own.append(...inside.flatMap((child) => [child, '\n']))
    element = own
    apply(choices)
    watched?.disconnect()
    watched = new MutationObserver(tellState)
    const shown = inside[0] ?? own
    watched.observe(shown, { attributeFilter: ['data-sg-state'] })
    const outer = isConnection ? own : tag(doc, 'sg-connection', way)
    if (!isConnection) outer.append(own)
    const before = paragraph(doc, 'North Works · Pump station 1')
    before.className = 'host-text'
    doc.body.replaceChildren(before, outer)
    tellState()
  }

  function tellState() {
    const shown = element?.firstElementChild && entry.inside.length > 0 ? element.firstElementChild : element
    on.onState(shown?.getAttribute('data-sg-state') ?? null)
  }

  /** Brings the tag to the choices, touching only what differs, as a page would. */
  function apply({ state, attributes, around, colours }: Choices) {
    if (!element) return
    const { theme, density, zone } = around
    const ownAttributes = isConnection
      ? Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value ?? way[name] ?? null]))
      : { ...attributes, ...entry.states[state]?.attributes }
    const look = { theme: theme === 'light' ? null : theme, density: density || null, 'time-zone': zone || null }
    const own = element
    const changes = Object.entries(ownAttributes).map(([name, value]): [Element, string, string | null] => [
      own,
      name,
      value,
    ])
    for (const shown of entry.inside.length > 0 ? Array.from(own.children) : [own])
      for (const [name, value] of Object.entries(look)) changes.push([shown, name, value])
    for (const [shown, name, value] of changes) {
      if (shown.getAttribute(name) === value) continue
      if (value === null) shown.removeAttribute(name)
      else shown.setAttribute(name, value)
    }
    for (const name of COLOURS) own.style.setProperty(`--sg-${name}`, colours[name] ?? null)
    if (entry.height !== null) own.style.blockSize = `${entry.height}px`
  }

  function show(choices: Choices) {
    wanted = choices
    const doc = page()
    if (!doc) return
    const { lang, dir, css, width, theme } = choices.around
    doc.documentElement.lang = lang
    doc.documentElement.dir = dir
    doc.documentElement.dataset.theme = theme
    doc.documentElement.dataset.css = css
    const sheet = doc.querySelector<HTMLLinkElement>('#host-css')
    if (sheet && !sheet.href.endsWith(`host-${css}.css`)) sheet.href = `/page/host-${css}.css`
    frame.style.width = width === 'full' ? '' : `${width}px`
    if (built === choices.state) apply(choices)
    else build(doc, choices)
    built = choices.state
  }

  frame.addEventListener('load', start)
  if (frame.contentDocument?.readyState === 'complete') start()
  return {
    show,
    reload: () => frame.contentWindow?.location.reload(),
    element: () => element,
  }
}
