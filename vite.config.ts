import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { defineConfig, type Plugin } from 'vite'
import { browserCalls, browserSchemas } from './demo/setup/chunks/browser-contract.ts'
import { joinedChunks } from './demo/setup/chunks/groups.ts'
import { mendedLibraries } from './demo/setup/chunks/mends.ts'
import {
  entryFiles,
  entryOf,
  fetchFirst,
  inlineRuntime,
  ownCopies,
  ownExports,
  similarLists,
  squeezed,
  wholeImports,
} from './demo/setup/chunks/plugins.ts'
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

/** `dist/elements/sg-device-monitor.js` and its like. */
const elements = Object.fromEntries(
  // The leaves have nothing that is loaded later: they are their own chunk.
  entries().map(({ name, path }) => [`elements/${name}`, name === 'live' ? path : entryOf(path)]),
)
const joined = joinedChunks()

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
    ownCopies(/\/elements\/define\/loader\.ts$/),
    entryFiles(fileURLToPath(new URL('.', import.meta.url))),
    joined.plugin,
    mendedLibraries(),
    browserSchemas(),
    browserCalls(),
    ownExports(),
    inlineRuntime(),
    wholeImports(),
    similarLists(),
    squeezed((name) =>
      /^(core|base|list|table|form|codes|alarm|feed|device-monitor|curve|chart|elements\/(live|sightglass))/i.test(
        name,
      ),
    ),
    optimizeLocales.vite({ locales: ['en-US', 'zh-CN'] }),
  ],
  publicDir: false,
  build: {
    outDir: 'dist',
    target: 'es2022',
    // From these on there is `light-dark()`, which the themes are made of. For older ones it would become custom properties
    // that only a style with a colour scheme of its own sets: on other pages the live elements had no colours.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
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
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Packed by the loader's gzip, a sign of 16 takes 4 bits, and of 36 more than 5.
        hashCharacters: 'hex',
        entryFileNames: '[name].js',
        // The loader names many, within 4 KB, and 7 signs are the bundler's fewest for so many; those that the budgets
        // look for keep a name.
        chunkFileNames: ({ name }) =>
          /chart|curve|home/i.test(name) ? 'elements/chunks/[name]-[hash:7].js' : 'elements/chunks/c-[hash:7].js',
        assetFileNames: 'elements/assets/[name]-[hash][extname]',
        codeSplitting: { groups: joined.groups },
      },
    },
  },
})
