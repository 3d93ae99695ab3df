import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import config from '../../../vite.config.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The script's own address, wherever it is served: classic scripts have no `import.meta`. */
const OWN_URL = 'sightglassUrl'

/** One classic script that holds all it imports, now or later. */
function classic(entry: string, file: string, outDir: string): InlineConfig {
  return {
    ...config,
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
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
