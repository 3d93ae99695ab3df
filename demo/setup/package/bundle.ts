import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin } from 'vite'
import config from '../../../vite.config.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The script's own address, wherever it is served: classic scripts have no `import.meta`. */
const OWN_URL = 'sightglassUrl'

/** Letters beyond ASCII as escapes, which strings, patterns and names all take: old pages may be read as Latin-1. */
const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
  },
}

/** One classic script that holds all it imports, now or later. */
function classic(entry: string, file: string, outDir: string): InlineConfig {
  return {
    ...config,
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [...(config.plugins ?? []), ascii],
    build: {
      ...config.build,
      outDir,
      emptyOutDir: false,
      modulePreload: false,
      // All of it in one file is what it is for.
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        input: join(ROOT, entry),
        transform: { define: { 'import.meta.url': OWN_URL } },
        onLog: config.build?.rolldownOptions?.onLog,
        output: {
          format: 'iife',
          codeSplitting: false,
          entryFileNames: `elements/${file}`,
          assetFileNames: 'elements/assets/[name]-[hash][extname]',
          intro: `var ${OWN_URL}=document.currentScript.src;`,
        },
      },
    },
  }
}

/** The loader for classic pages, and the whole kit for those among them that take no modules. */
export async function buildClassic(outDir: string): Promise<void> {
  await build(classic('elements/define/classic-loader.ts', 'sightglass.iife.js', outDir))
  await build(classic('elements/define/loader.ts', 'sightglass.all.iife.js', outDir))
}

/**
 * The kit as an app bundles it. The console's own build fetches each chunk's files beforehand by their addresses, which
 * another bundler changes.
 */
export async function buildPackage(outDir: string): Promise<void> {
  rmSync(join(outDir, 'elements'), { recursive: true, force: true })
  const all = config.build?.rolldownOptions?.input as Record<string, string>
  const input = Object.fromEntries(
    Object.entries(all).filter(([name, file]) => name.startsWith('elements/') && !file.endsWith('.html')),
  )
  await build({
    ...config,
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    build: {
      ...config.build,
      outDir,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { ...config.build?.rolldownOptions, input },
    },
  })
  await buildClassic(outDir)
}
