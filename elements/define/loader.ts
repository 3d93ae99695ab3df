import { noteFailure, reportLoading } from './load-note.ts'

/** What opens an element's chunk, by its tag; the build and the dev server know where it is. */
const chunks = new Map<string, () => Promise<unknown>>(
  // Those by which pages watch their plants: the loader names their files, so that a page has them one way sooner.
  Object.entries(
    import.meta.glob(
      '../screens/{alarm-feed,alarm-history,canvas,device-board,device-list,device-monitor,screen-monitor,shared-canvas,shared-dashboard}/index.ts',
    ),
  ).map(([path, load]) => [tagOf(path), load]),
)
const live = import.meta.glob('../live/index.ts')['../live/index.ts']
if (live) for (const name of 'connection value status trend gauge'.split(' ')) chunks.set(`sg-${name}`, live)

/** Where all the others are. */
let others: Promise<unknown> | null = null
function findOthers(): Promise<unknown> {
  others ??= import('./screens.ts').then(({ screens }) => {
    for (const [path, load] of Object.entries(screens)) chunks.set(tagOf(path), load)
  })
  return others.catch((error) => {
    others = null
    throw error
  })
}

/** The elements of each tag whose chunk is on its way. */
const waiting = new Map<string, Set<Element>>()
const seen = new WeakSet<Node>()
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
  // The page's own tags are none of our business.
  if (!tag.startsWith('sg-')) return
  const met = waiting.get(tag)
  if (met) {
    met.add(element)
    return
  }
  const elements = new Set([element])
  waiting.set(tag, elements)
  const slow = setTimeout(() => {
    for (const one of elements) reportLoading(one, 'slow', tag)
  }, WATCHDOG_MS)
  open(tag, elements)
    .catch((error) => {
      console.error(`[sightglass] <${tag}>`, error)
      for (const one of elements) noteFailure(one, error, () => load(one))
    })
    .finally(() => {
      clearTimeout(slow)
      waiting.delete(tag)
    })
}

async function open(tag: string, elements: ReadonlySet<Element>): Promise<void> {
  if (!chunks.has(tag)) await findOthers()
  const chunk = chunks.get(tag)
  if (chunk) await chunk()
  else for (const one of elements) reportUnknown(one)
}

/** A tag of ours that is mistyped. */
function reportUnknown(element: Element): void {
  const { localName: tag } = element
  console.warn(`[sightglass] there is no <${tag}>`)
  reportLoading(element, 'unknown-tag', tag)
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

/** `sg-users` of `../screens/users/index.ts`. */
function tagOf(path: string): string {
  return `sg-${path.split('/')[2]}`
}

watch(document)
