import { type BuiltPage, openBuiltPages } from '../built-pages.ts'
import { SIZE } from './bench-scene.ts'
import type { BenchCanvas } from './page.ts'

export type CanvasPage = BuiltPage<BenchCanvas>

/** One browser for all programs; each run has a page of its own, alone. */
export async function openCanvasPages(): Promise<{
  open(subject: string): Promise<CanvasPage>
  close(): Promise<void>
}> {
  const pages = await openBuiltPages<BenchCanvas>(new URL('page.ts', import.meta.url), SIZE)
  return {
    async open(subject) {
      const page = await pages.open()
      await page.bench('load', subject)
      return page
    },
    close: pages.close,
  }
}
