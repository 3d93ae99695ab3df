/** The nearest `lang`, through shadow boundaries; the browser's where the page names none. */
export function localeOf(element: Element): string {
  return nearest(element, 'lang', (name) => Intl.getCanonicalLocales(name).length > 0) ?? navigator.language
}

/** The nearest `time-zone`, an IANA name, through shadow boundaries; null where the page names none. */
export function timeZoneOf(element: Element): string | null {
  return nearest(element, 'time-zone', (timeZone) => Boolean(new Intl.DateTimeFormat('en', { timeZone })))
}

const isTheme = (name: string) => ['auto', 'light', 'dark', 'hp'].includes(name)

/**
 * Names on the element the nearest `theme`, through shadow boundaries, for the tokens' sheet. Where the page names none,
 * the colour scheme counts in which the element stands: light, unless the page says otherwise.
 */
export function showTheme(element: HTMLElement): void {
  const theme = nearest(element, 'theme', isTheme)
  if (theme === null) delete element.dataset.sgTheme
  else element.dataset.sgTheme = theme
}

/** `isKnown` throws or is false for what the browser does not know, which then counts as not said. */
function nearest(element: Element, attribute: string, isKnown: (value: string) => boolean): string | null {
  let at: Element | null = element
  while (at) {
    const said: Element | null = at.closest(`[${attribute}]`)
    const value = said?.getAttribute(attribute)
    try {
      if (value && isKnown(value)) return value
    } catch {}
    at = said?.parentElement ?? hostOf(said ?? at)
  }
  return null
}

/** Of an element inside a shadow root; null in a document. */
export const hostOf = (element: Element): Element | null => {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

interface Watch {
  readonly observer: MutationObserver
  readonly listeners: Set<() => void>
}
const watches = new WeakMap<Node, Watch>()

/** Calls back when a `lang`, `time-zone` or `theme` changes on the element or anywhere above it, through shadow boundaries. */
export function watchAround(element: Element, changed: () => void): () => void {
  const stops: (() => void)[] = []
  for (let at: Element | null = element; at; at = hostOf(at)) stops.push(watchTree(at.getRootNode(), changed))
  return () => {
    for (const stop of stops) stop()
  }
}

/** One observer a tree, however many elements are in it. */
function watchTree(root: Node, changed: () => void): () => void {
  let watch = watches.get(root)
  if (!watch) {
    const listeners = new Set<() => void>()
    const observer = new MutationObserver(() => {
      for (const listener of listeners) listener()
    })
    observer.observe(root, { subtree: true, attributes: true, attributeFilter: ['lang', 'time-zone', 'theme'] })
    watch = { observer, listeners }
    watches.set(root, watch)
  }
  const { observer, listeners } = watch
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size === 0) {
      observer.disconnect()
      watches.delete(root)
    }
  }
}
