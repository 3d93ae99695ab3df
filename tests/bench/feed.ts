import { openBuiltPages } from './built-pages.ts'
import { FIRST_ROWS, ROWS_A_SECOND } from './feed/alarm-rows.ts'
import type { BenchFeed } from './feed/page.ts'
import { OURS, type Results } from './results.ts'

const RUN_MS = 10_000
const REST_MS = 2000
const SIZE = { width: 1280, height: 800 }
const SITUATIONS = {
  still: { perSecond: ROWS_A_SECOND, isScrolled: false, forMs: RUN_MS },
  scrolled: { perSecond: ROWS_A_SECOND, isScrolled: true, forMs: RUN_MS },
  burst: { perSecond: 1000, isScrolled: false, forMs: 1000 },
}

/** A list of 10,000 alarms while 100 a second come in, and 1,000 in one: ours, and AG Grid Community by its own page on fast updates. */
export default async function feed(results: Results): Promise<void> {
  const pages = await openBuiltPages<BenchFeed>(new URL('feed/page.ts', import.meta.url), SIZE)
  try {
    for (const subject of [OURS, 'ag-grid']) {
      const page = await pages.open()
      await page.bench('load', subject)
      const first = `first-${FIRST_ROWS}`
      results.add(first, subject, 'first_ms', await page.bench('start'), 'ms')
      results.add(first, subject, 'heap_mb', await page.heapMb(), 'MB')
      await page.bench('run', 0, false, REST_MS)
      for (const [name, { perSecond, isScrolled, forMs }] of Object.entries(SITUATIONS)) {
        const before = await page.spent()
        const { frames, longestMs, ms } = await page.bench('run', perSecond, isScrolled, forMs)
        const after = await page.spent()
        results.add(name, subject, 'fps', (frames * 1000) / ms, 'a second')
        results.add(name, subject, 'longest_frame_ms', longestMs, 'ms')
        results.add(name, subject, 'main_ms', ((after.mainMs - before.mainMs) * 1000) / ms, 'ms a second')
        results.add(name, subject, 'cpu_ms', ((after.cpuMs - before.cpuMs) * 1000) / ms, 'ms a second')
      }
      await page.close()
    }
    for (const situation of [`first-${FIRST_ROWS}`, ...Object.keys(SITUATIONS)]) results.compare(situation, 'ag-grid')
  } finally {
    await pages.close()
  }
}
