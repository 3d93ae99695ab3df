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

/** Elements whose chunk is on its way, by tag. */
const waiting = new Map<string, Set<Element>>()
const seen = new WeakSet<Node>()

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
  const load = chunks.get(tag)
  if (!load) return
  const met = waiting.get(tag)
  if (met) {
    met.add(element)
    return
  }
  waiting.set(tag, new Set([element]))
  load().then(
    () => waiting.delete(tag),
    (error) => fail(tag, error),
  )
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

/** Says so in each element of the tag. The same URL would fail again from the browser's memory: retry is a reload. */
function fail(tag: string, error: unknown): void {
  console.error(`[sightglass] <${tag}> could not be loaded`, error)
  for (const element of waiting.get(tag) ?? []) {
    const isChinese = localeOf(element).startsWith('zh')
    const note = document.createElement('p')
    note.setAttribute('role', 'alert')
    note.textContent = isChinese
      ? '此部分未能加载，可能是网络中断。'
      : 'This part could not be loaded. The network may be down.'
    const retry = document.createElement('button')
    retry.textContent = isChinese ? '重新加载页面' : 'Reload the page'
    retry.addEventListener('click', () => location.reload())
    element.attachShadow({ mode: 'open' }).append(note, retry)
    element.setAttribute('data-sg-state', 'error')
    element.dispatchEvent(
      new CustomEvent('sg-error', { detail: { phase: 'load', message: String(error) }, bubbles: true, composed: true }),
    )
  }
}

watch(document)
