/** The nearest `lang`, through shadow boundaries; the browser's where the page names none. */
export function localeOf(element: Element): string {
  for (let at: Element | null = element; at; at = hostOf(at)) {
    const named = at.closest('[lang]')?.getAttribute('lang')
    if (named && isLocale(named)) return named
  }
  return navigator.language
}

const hostOf = (element: Element): Element | null => {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0
  } catch {
    return false
  }
}

interface Watch {
  readonly observer: MutationObserver
  readonly listeners: Set<() => void>
}
const watches = new WeakMap<Node, Watch>()

/** Calls back when a `lang` changes anywhere above the element, in its own tree or in those that hold its hosts. */
export function watchLocale(element: Element, changed: () => void): () => void {
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
    observer.observe(root, { subtree: true, attributes: true, attributeFilter: ['lang'] })
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
