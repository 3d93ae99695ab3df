/** Each element's own chunk, by its tag. */
const chunks = new Map(
  Object.entries(import.meta.glob('../elements/screens/*/index.ts')).map(([path, load]) => [
    `sg-${path.split('/').at(-2)}`,
    load,
  ]),
)

const RELOADED = 'sg-reloaded-for'

/**
 * Loads the element of a screen. When its file is gone, as after a new build, the page is loaded anew once for it; when
 * that did not help either, or without a network, it throws.
 */
export async function loadScreen(tag: string): Promise<void> {
  try {
    await chunks.get(tag)?.()
    if (!customElements.get(tag)) throw new Error(`<${tag}> is not part of this build`)
    if (reloadedFor() === tag) sessionStorage.removeItem(RELOADED)
  } catch (error) {
    if (!navigator.onLine || reloadedFor() === tag || !markReloaded(tag)) throw error
    location.reload()
    // The page is about to go: nothing more is to be shown in it.
    await new Promise<never>(() => {})
  }
}

function reloadedFor(): string | null {
  try {
    return sessionStorage.getItem(RELOADED)
  } catch {
    return null
  }
}

/** False where nothing can be kept: without the mark the page would be loaded for ever. */
function markReloaded(tag: string): boolean {
  try {
    sessionStorage.setItem(RELOADED, tag)
    return true
  } catch {
    return false
  }
}
