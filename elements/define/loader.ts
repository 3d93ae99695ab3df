import { localeOf } from './language.ts'

/** Each element's chunk by its tag; the build and the dev server know where it is. */
const chunks = new Map<string, () => Promise<unknown>>(
  Object.entries(
    import.meta.glob([
      '../*/index.ts',
      '../*/index.tsx',
      '../admin/*/index.ts',
      '../admin/*/index.tsx',
      '!../{define,theme,kit,parts,live}/*',
    ]),
  ).map(([path, load]) => [`sg-${path.split('/').at(-2)}`, load]),
)
const live = import.meta.glob('../live/index.ts')['../live/index.ts']
if (live) for (const name of ['connection', 'value', 'status', 'trend', 'alarm-count']) chunks.set(`sg-${name}`, live)

/** The elements of each tag whose chunk is on its way. */
const waiting = new Map<string, Set<Element>>()
/** What stands in an element whose chunk did not come. */
const notes = new WeakMap<Element, HTMLElement>()
const seen = new WeakSet<Node>()
const STATE = 'data-sg-state'
const WATCHDOG_MS = 10_000

/**
 * Loads a tag's chunk when the tag is first seen, also inside the open shadow roots of other custom elements. A page
 * that attaches a shadow root to a plain element later imports the `sg-<name>.js` it needs itself.
 */
function meet(element: Element): void {
  if (element.shadowRoot) watch(element.shadowRoot)
  const tag = element.localName
  if (!tag.includes('-') || customElements.get(tag)) return
  // An element that is defined later has its shadow root then.
  customElements.whenDefined(tag).then(() => element.shadowRoot && watch(element.shadowRoot))
  load(element)
}

function load(element: Element): void {
  const tag = element.localName
  const chunk = chunks.get(tag)
  if (!chunk) return
  const met = waiting.get(tag)
  if (met) {
    met.add(element)
    return
  }
  const elements = new Set([element])
  waiting.set(tag, elements)
  const slow = setTimeout(() => {
    for (const one of elements) tell(one, 'slow', `<${tag}> is not loaded after 10 seconds`)
  }, WATCHDOG_MS)
  chunk()
    .catch((error) => {
      console.error(`[sightglass] <${tag}> could not be loaded`, error)
      for (const one of elements) fail(one, error)
    })
    .finally(() => {
      clearTimeout(slow)
      waiting.delete(tag)
    })
}

function scan(root: Document | ShadowRoot | Element): void {
  for (const element of root.querySelectorAll('*')) meet(element)
}

function watch(root: Document | ShadowRoot): void {
  if (seen.has(root)) return
  seen.add(root)
  scan(root)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        meet(node)
        scan(node)
      }
    }
  }).observe(root, { childList: true, subtree: true })
}

/**
 * Says so in the element, as its child: a shadow root would be in the way of the element that comes after all. A try
 * fetches again. Some browsers keep a failed module for as long as the page lives: after a second failure the page can
 * be reloaded.
 */
function fail(element: Element, error: unknown): void {
  const isChinese = localeOf(element).startsWith('zh')
  const known = notes.get(element)
  if (!known) {
    const note = document.createElement('div')
    note.setAttribute('role', 'alert')
    const tryAgain = button(isChinese ? '重试' : 'Try again', () => load(element))
    note.append(
      isChinese ? '此部分未能加载，可能是网络中断。' : 'This part could not be loaded. The network may be down.',
      tryAgain,
    )
    notes.set(element, note)
    element.append(note)
    element.setAttribute(STATE, 'error')
    customElements.whenDefined(element.localName).then(() => {
      note.remove()
      if (element.getAttribute(STATE) === 'error') element.removeAttribute(STATE)
    })
  } else if (known.children.length === 1) {
    known.append(button(isChinese ? '重新加载页面' : 'Reload the page', () => location.reload()))
  }
  tell(element, 'load-failed', String(error))
}

function tell(element: Element, problem: string, message: string): void {
  const docs = new URL(`../docs/embedding#${problem}`, import.meta.url).href
  const detail = { phase: 'load', problem, message, docs }
  element.dispatchEvent(new CustomEvent('sg-error', { detail, bubbles: true, composed: true, cancelable: true }))
}

function button(words: string, press: () => void): HTMLElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = words
  made.addEventListener('click', press)
  return made
}

watch(document)
