/** Files that have come or are on their way, by address. */
const files = new Map<string, Promise<void>>()

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
    file = hasCome(href) ? Promise.resolve() : fill(href)
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

/**
 * Into the browser's cache, where the import finds it: chunks may be kept for ever, entries are asked for once more.
 * What an entry imports is in its text; the loader, which names entries alone, has it fetched from there.
 */
async function fill(href: string): Promise<void> {
  const reply = await fetch(href)
  if (!reply.ok) throw new Error(`${href}: ${reply.status}`)
  const imports = (await reply.text()).matchAll(/(?:from|import)"(\.\/chunks\/[^"]+)"/g)
  await Promise.all(Array.from(imports, ([, name = '']) => fetchFile(new URL(name, href).href)))
}
