import { basename, dirname, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { minify } from 'terser'
import type { Plugin, Rolldown } from 'vite'

const FETCH_FIRST = fileURLToPath(new URL('../../../elements/context/fetch-first.ts', import.meta.url))
const HELPER = '\0vite/preload-helper.js'

/** What is imported later is fetched first, so that what did not come can be fetched again: see the file itself. */
export function fetchFirst(): Plugin {
  return {
    name: 'fetch-first',
    enforce: 'pre',
    load: (id) => {
      const [file, query] = id.split('?')
      if (file !== HELPER) return null
      return `export { fetchFirst as __vitePreload } from ${JSON.stringify(query ? `${FETCH_FIRST}?${query}` : FETCH_FIRST)}`
    },
  }
}

/**
 * The loader has what it imports for itself, though others import it too: as a shared chunk it would cost every page a
 * way there and back before the loader's first line.
 */
export function ownCopies(loader: RegExp): Plugin {
  return {
    name: 'own-copies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!importer || !(loader.test(importer) || importer.endsWith('?own'))) return null
      if (id === HELPER) return `${HELPER}?own`
      const found = await this.resolve(id, importer.replace('?own', ''), { skipSelf: true })
      return found && !/\/index\.tsx?$/.test(found.id) && !found.id.includes('?own') ? `${found.id}?own` : found
    },
  }
}

const ENTRY = 'entry:'
/**
 * The file of an element's own name hands on what its chunk exports. The name stays and is requested anew each time, the
 * chunk's name is that of its content: the loader imports the chunk.
 */
export const entryOf = (path: string) => ENTRY + path
export function entryFiles(root: string): Plugin {
  return {
    name: 'entry-files',
    resolveId: (id) => (id.startsWith(ENTRY) ? `\0${id}.js` : null),
    load: (id) =>
      id.startsWith(`\0${ENTRY}`)
        ? `export * from ${JSON.stringify(root + id.slice(ENTRY.length + 1, -'.js'.length))}`
        : null,
  }
}

/** Entries import by name whatever their imports import: a browser then asks for all of them at once. */
export function wholeImports(): Plugin {
  return {
    name: 'whole-imports',
    generateBundle(_options, bundle) {
      for (const entry of chunksOf(bundle)) {
        if (!entry.isEntry) continue
        const found = new Set([entry.fileName])
        for (const file of found) {
          const chunk = bundle[file]
          if (chunk?.type === 'chunk') for (const needed of chunk.imports) found.add(needed)
        }
        const missing = [...found].filter((file) => file !== entry.fileName && !entry.imports.includes(file))
        const from = dirname(entry.fileName)
        entry.code += missing.map((file) => `import${JSON.stringify(`./${relative(from, file)}`)};`).join('')
      }
    },
  }
}

/**
 * Among the bundler's own functions one makes a module's exports an object, and would make exports of what a page adds to
 * the prototype of all objects.
 */
export function ownExports(): Plugin {
  return {
    name: 'own-exports',
    generateBundle(_options, bundle) {
      for (const chunk of chunksOf(bundle)) {
        chunk.code = chunk.code.replace(
          /for ?\(var ([\w$]+) in ([\w$]+)\)(\s*[\w$]+\([\w$]+, ?\1, ?\{\s*get: ?\2\[\1\])/g,
          'for(var $1 of Object.keys($2))$3',
        )
        if (/ in [\w$]+\)\s*[\w$]+\([\w$, ]+\{\s*get:/.test(chunk.code))
          this.error(`the bundler's runtime is written in another way in ${chunk.fileName}`)
      }
    },
  }
}

/**
 * The bundler's own few functions, which it keeps in a file of half a kilobyte, stand in each file that calls them: as a
 * file they would be one more request of every element. No file has more of them than it calls. Only among short names: a file whose names are its own may have
 * a `Symbol` or an `Object` that is not the language's.
 */
export function inlineRuntime(): Plugin {
  return {
    name: 'inline-runtime',
    applyToEnvironment: ({ config }) => config.build.minify !== false,
    async generateBundle(_options, bundle) {
      const runtime = chunksOf(bundle).find(
        ({ moduleIds }) => moduleIds.length === 1 && moduleIds[0] === '\0rolldown/runtime.js',
      )
      if (!runtime) return
      const [, body = '', exported = ''] = /^([\s\S]*?)\bexport\s*\{([^}]*)\};?\s*$/.exec(runtime.code.trim()) ?? []
      if (!exported) this.error(`the bundler's runtime is written in another way: ${runtime.code.slice(-200)}`)
      const functions = exported.split(',').map((pair) => pair.trim().split(' as ').reverse().join(':'))
      const name = basename(runtime.fileName).replaceAll('.', '\\.')
      const statement = new RegExp(`import\\s*(?:\\{([^}]*)\\}\\s*from\\s*)?"[^"]*/${name}";`)
      for (const chunk of chunksOf(bundle)) {
        if (!chunk.imports.includes(runtime.fileName)) continue
        const [whole = '', names = ''] = statement.exec(chunk.code) ?? []
        const taken = names.split(',').map((pair) => pair.trim().replaceAll(' as ', ':'))
        const returned = functions.filter((pair) => taken.some((one) => one.split(':')[0] === pair.split(':')[0]))
        const all = `const{${taken}}=(()=>{${body};return{${returned}}})();`
        const { code = all } = names ? await minify(all, { ecma: 2020 }) : { code: '' }
        chunk.code = chunk.code.replace(whole, () => code)
        chunk.imports.splice(chunk.imports.indexOf(runtime.fileName), 1)
      }
      delete bundle[runtime.fileName]
    },
  }
}

/**
 * A chunk has one list of the files that it may fetch, and for each module that it imports later a list of places in it.
 * With the files that most modules need in front, and all lists in that order, they are much alike: the loader, which has
 * one for every element, is 3 % smaller.
 */
export function similarLists(): Plugin {
  return {
    name: 'similar-lists',
    generateBundle: {
      // They are written by Vite's own plugin.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of chunksOf(bundle)) chunk.code = withSimilarLists(chunk.code)
      },
    },
  }
}

const FILES = /(__vite__mapDeps=.*?m\.f=\[)([^\]]*)(?=\])/
const PLACES = /(__vite__mapDeps\(\[)([\d,]+)(?=\]\))/g

function withSimilarLists(code: string): string {
  const files = FILES.exec(code)?.[2]?.split(',') ?? []
  const uses = files.map(() => 0)
  for (const [, , places = ''] of code.matchAll(PLACES))
    for (const place of places.split(',')) uses[Number(place)] = (uses[Number(place)] ?? 0) + 1
  const order = [...files.keys()].sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0))
  const ordered = (places: string) =>
    places
      .split(',')
      .map((place) => order.indexOf(Number(place)))
      .sort((a, b) => a - b)
  return code
    .replace(FILES, (_, before) => `${before}${order.map((place) => files[place])}`)
    .replace(PLACES, (_, before, places) => `${before}${ordered(places)}`)
}

/**
 * Files that pages wait for are made smaller once more: terser takes 1.5 % off what the bundler's own minifier makes, and all
 * of the bundler's own functions that a file does not call. React, which is most of `base`, it makes larger by what it puts
 * in the place of calls. `isWorth`: by a chunk's name; each costs its part of a second.
 */
export function squeezed(isWorth: (name: string) => boolean): Plugin {
  return {
    name: 'squeezed',
    applyToEnvironment: ({ config }) => config.build.minify !== false,
    async generateBundle(_options, bundle) {
      for (const chunk of chunksOf(bundle)) {
        if (!isWorth(chunk.name)) continue
        const { code } = await minify(chunk.code, {
          module: true,
          ecma: 2020,
          compress: { passes: 2, ...(chunk.name === 'base' && { inline: false, reduce_funcs: false }) },
          format: { ecma: 2020 },
        })
        if (!code) this.error(`terser made nothing of ${chunk.name}`)
        chunk.code = code
      }
    },
  }
}

const chunksOf = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((file) => file.type === 'chunk')
