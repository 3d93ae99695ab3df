import { existsSync } from 'node:fs'
import { dirname, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { defineConfig, type Plugin } from 'vite'
import { entries } from './demo/setup/surface/entries.ts'
import { themesOf } from './elements/theme/token-css.ts'

/** `import sheet from './x.css?sheet'`: one shared CSSStyleSheet a file, never a <style>. */
export function cssSheet(): Plugin {
  const mark = '\0sheet:'
  const sheetOf = JSON.stringify(fileURLToPath(new URL('elements/theme/sheet-of.ts', import.meta.url)))
  return {
    name: 'css-sheet',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith('.css?sheet')) return null
      const file = await this.resolve(id.slice(0, -'?sheet'.length), importer, { skipSelf: true })
      // The ending keeps the CSS plugins from taking the module for a style sheet.
      return file && `${mark}${file.id}.js`
    },
    // `/* tokens: accent, line */` stands for the themes' values of these colours: elements that need few carry few.
    transform(css, id) {
      const [rule, names = ''] = id.includes('.css') ? (/\/\* tokens: ([^*]+) \*\//.exec(css) ?? []) : []
      return rule ? css.replace(rule, themesOf(names.split(',').map((name) => name.trim()))) : null
    },
    load(id) {
      if (!id.startsWith(mark)) return null
      const css = JSON.stringify(`${id.slice(mark.length, -'.js'.length)}?inline`)
      return [
        `import css from ${css}`,
        `import { sheetOf } from ${sheetOf}`,
        'const sheet = sheetOf(css)',
        'export default sheet',
        `if (import.meta.hot) import.meta.hot.accept(${css}, (next) => sheetOf(next.default, sheet))`,
      ].join('\n')
    },
  }
}

/** The contract's sentences are for the API document, which the server makes; no browser reads them. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    transform: (code, id) =>
      /core\/contract\//.test(id) ? code.replace(/\bsummary:\s*(['"]).*?\1,/g, 'summary: "",') : null,
  }
}

/** React Aria's announcer empties itself by `innerHTML`, which Trusted Types refuse, and takes the view down with it. */
export function trustedAnnouncer(): Plugin {
  return {
    name: 'trusted-announcer',
    transform: (code, id) =>
      id.includes('/live-announcer/') ? code.replaceAll(".innerHTML = ''", '.replaceChildren()') : null,
  }
}

/** What is imported later is fetched first, so that what did not come can be fetched again: see the file itself. */
export function fetchFirst(): Plugin {
  const file = JSON.stringify(fileURLToPath(new URL('elements/define/fetch-first.ts', import.meta.url)))
  return {
    name: 'fetch-first',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? `export { fetchFirst as __vitePreload } from ${file}` : null),
  }
}

/**
 * Entries import by name whatever their imports import. A browser then asks for all of them at once, and the loader,
 * which cannot name each element's files within 4 KB, reads in the element's entry what to fetch before the import.
 */
export function wholeImports(): Plugin {
  return {
    name: 'whole-imports',
    generateBundle(_options, bundle) {
      for (const entry of Object.values(bundle)) {
        if (entry.type !== 'chunk' || !entry.isEntry) continue
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

/** `dist/elements/sg-device-monitor.js` and its like. */
const elements = Object.fromEntries(entries().map(({ name, path }) => [`elements/${name}`, path]))

const optional = (name: string, file: string) => (existsSync(file) ? { [name]: file } : {})

/**
 * One build of everything that a browser loads, in app mode, so that React, the controls and the kit are one chunk
 * each whoever asks for them first: the host's page, an element in it, or an element alone in a page of somebody else.
 *
 *   dist/host/index.html            the console; the server puts a `<base href>` into it
 *   dist/elements/sightglass.js     the loader that pages embed
 *   dist/elements/sg-<name>.js      one entry an element; live.js holds the leaves without React
 *   dist/elements/core.js           connect(), for pages' own scripts
 *   dist/elements/chunks, assets    shared by both; names carry a hash, so they may be cached for ever
 *
 * All URLs are relative: the folder works under any path.
 */
export default defineConfig({
  base: './',
  plugins: [
    cssSheet(),
    fetchFirst(),
    trustedAnnouncer(),
    withoutSummaries(),
    wholeImports(),
    optimizeLocales.vite({ locales: ['en-US', 'zh-CN'] }),
  ],
  publicDir: false,
  build: {
    outDir: 'dist',
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed, { hostId }) => (hostId.endsWith('elements/sightglass.js') ? [file] : needed),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The curves' and the map's chunks are as large as they are; budgets are kept by tests/budgets.ts.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      onLog: (level, log, show) => {
        // "use client" means nothing here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') show(level, log)
      },
      input: {
        'elements/sightglass': 'elements/define/loader.ts',
        ...elements,
        'elements/core': 'core/index.ts',
        // Not below host/: the server's <base href> makes its addresses relative to the console, not to the file.
        ...optional('elements/console', 'host/index.html'),
        // A classic script in that page, before its first paint: it may import nothing.
        ...optional('host/early-theme', 'host/early-theme.ts'),
      },
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: '[name].js',
        // The loader names them all, within 4 KB; those that the budgets look for keep a name.
        chunkFileNames: ({ name }) =>
          /chart|curve|home/i.test(name) ? 'elements/chunks/[name]-[hash].js' : 'elements/chunks/c-[hash].js',
        assetFileNames: 'elements/assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            // The loader's own: it must not wait for a connection.
            { name: 'fetch-first', test: /fetch-first|preload-helper|define[\\/]language/, priority: 40 },
            // What every page loads, leaves and screens alike: together it is packed better than file by file.
            {
              name: 'connection',
              test: /core[\\/](connection[\\/](?!file-reply|sign-in|signature|text)|realtime|stores[\\/](?!alarm|next-frame|unread)|contract[\\/](endpoint|api-error|telemetry|realtime|login|system|live|wire)\.)|core[\\/]catalogue[\\/](connection-limits|session-codes)|core[\\/]text[\\/](number-format|lang)|elements[\\/](define[\\/](register|props|problem|connection-lookup)|theme[\\/]sheet-of)\.|node_modules[\\/](zod|redaxios|nanostores[\\/](?!.*map|listen))[\\/]/,
              priority: 20,
            },
            { name: 'i18next', test: /node_modules[\\/]i18next[\\/]/, priority: 30 },
            // What nearly every screen's files ask for is packed better in one file than in thirteen, by 4 KB in all.
            { name: 'base', minShareCount: 50, priority: 1 },
          ],
        },
      },
    },
  },
})
