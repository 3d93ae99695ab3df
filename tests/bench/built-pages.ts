import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright'
import { build } from 'vite'
import vite from '../../vite.config.ts'
import { openPages } from './bench-page.ts'

/** Of all processes of the browser, and of the page's main thread, since they began. */
export interface Spent {
  cpuMs: number
  mainMs: number
}

// biome-ignore lint/suspicious/noExplicitAny: the functions that a page offers take and give what they want
type Offered = Record<string, (...args: any[]) => unknown>

/** A page that has what is measured in it, and offers it as `window.bench`. */
export interface BuiltPage<Bench extends object> {
  page: Page
  bench: <Name extends keyof Bench>(
    name: Name,
    ...args: Bench[Name] extends (...args: infer Args) => unknown ? Args : never
  ) => Promise<Bench[Name] extends (...args: never[]) => infer Answer ? Awaited<Answer> : never>
  spent(): Promise<Spent>
  heapMb(): Promise<number>
  close(): Promise<void>
}

/** Builds `entry` as the kit is built; one browser for all programs, and each run has a page of its own, alone. */
export async function openBuiltPages<Bench extends object>(
  entry: URL,
  size: { width: number; height: number },
): Promise<{ open(): Promise<BuiltPage<Bench>>; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sightglass-bench-'))
  await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: './',
    plugins: vite.plugins ?? [],
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { page: fileURLToPath(entry) },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  const pages = await openPages()
  return {
    async open() {
      const { page, go } = await pages.blank()
      await page.setViewportSize(size)
      await page.route(/\.js$/, async (route) => {
        const file = join(folder, basename(new URL(route.request().url()).pathname))
        await route.fulfill({ contentType: 'text/javascript', body: await readFile(file, 'utf8') })
      })
      await go('<script type="module" src="/page.js"></script>')
      await page.waitForFunction(() => 'bench' in window)
      return builtPage<Bench>(page)
    },
    async close() {
      await pages.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function builtPage<Bench extends object>(page: Page): Promise<BuiltPage<Bench>> {
  page.setDefaultTimeout(180_000)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const browser = page.context().browser()
  const whole = await browser?.newBrowserCDPSession()
  return {
    page,
    bench: (name, ...args) =>
      page.evaluate(
        ([called, args]) => {
          const { bench } = window as unknown as { bench: Offered }
          return bench[called]?.(...args) as never
        },
        [name as string, args as unknown[]] as const,
      ),
    spent: async () => {
      const processes = (await whole?.send('SystemInfo.getProcessInfo'))?.processInfo ?? []
      const cpuS = processes.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
      return { cpuMs: cpuS * 1000, mainMs: (await metric(cdp, 'TaskDuration')) * 1000 }
    },
    heapMb: async () => {
      for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage')
      return (await metric(cdp, 'JSHeapUsedSize')) / 1e6
    },
    close: async () => {
      await whole?.detach()
      await page.close()
    },
  }
}

async function metric(cdp: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? 0
}
