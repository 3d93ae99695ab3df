const FILES = Symbol.for('sightglass.files')
const page = globalThis as { [FILES]?: Map<string, Promise<void>> }
page[FILES] ??= new Map()
/** Files that have come or are on their way, by address. On the page itself, for the loader has a copy of this module. */
const files = page[FILES]
/** Files whose preload failed. */
const lost = new Set<string>()

/**
 * Imports a module once every file it needs has come. A browser keeps a module that failed, and all that import it, as
 * failed for as long as the page lives (measured in Chromium 156); files that were fetched beforehand can be fetched
 * again. The build puts this in the place of Vite's own preload; `importer` is the file that `names` are relative to.
 */
export async function fetchFirst<Module>(
  importModule: () => Promise<Module>,
  // Vite names none where a module came with the file that imports it.
  names: readonly string[] = [],
  importer: string,
): Promise<Module> {
  // All of them come to their end: what is tried after that asks anew.
  const ends = await Promise.allSettled(names.map((name) => fetchFile(new URL(name, importer).href)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return importModule()
}

function fetchFile(href: string): Promise<void> {
  let file = files.get(href)
  if (!file) {
    file = hasCome(href) ? Promise.resolve() : lost.has(href) ? fetchAgain(href) : preload(href)
    files.set(href, file)
    file.catch(() => files.delete(href))
  }
  return file
}

/** Imported by the page or by another module already. */
const hasCome = (href: string) =>
  performance
    .getEntriesByName(href, 'resource')
    .some((entry) => 'responseStatus' in entry && entry.responseStatus === 200)

/** Requested once: the import takes what was preloaded, whatever the server says about keeping it. */
function preload(href: string): Promise<void> {
  return new Promise((done, failed) => {
    link('preload', 'script', href, done, () => {
      lost.add(href)
      // The next import would get a failed preload (Chromium 156), until something has used it: preloading it as a style
      // sheet's module uses it.
      link('modulepreload', 'style', href)
      failed(lostFile(href))
    })
  })
}

function link(rel: string, as: string, href: string, onload?: () => void, onerror?: () => void): void {
  const made = document.createElement('link')
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) made.nonce = nonce
  Object.assign(made, { rel, as, crossOrigin: 'anonymous', href })
  made.onload = () => {
    made.remove()
    onload?.()
  }
  made.onerror = () => {
    made.remove()
    onerror?.()
  }
  document.head.append(made)
}

/** Into the browser's cache, where the import finds it. */
async function fetchAgain(href: string): Promise<void> {
  const read = async () => {
    const reply = await fetch(href)
    return reply.ok && reply.arrayBuffer()
  }
  const bytes = await read().catch(() => null)
  if (!bytes) throw lostFile(href)
}

const lostFile = (href: string) => new Error(`${href} did not come`)

/** Whether a file did not come, in our words, a browser's or another bundler's: a module that came may throw anything else. */
export const isLost = (error: unknown): boolean =>
  /did not come|imported module|module script|ChunkLoad/.test(String(error))
