import { type CanvasPage, openCanvasPages } from './canvas/canvas-pages.ts'
import type { Rhythm } from './canvas/page.ts'
import { OURS, type Results } from './results.ts'

/** BENCH_CANVAS=200,1000 measures those numbers of controls alone, BENCH_PEERS=meta2d that one beside ours. */
const COUNTS = (process.env.BENCH_CANVAS ?? '200,1000,5000').split(',').map(Number)
const PEERS = (process.env.BENCH_PEERS ?? 'fabric,meta2d,konva,leafer,svg').split(',').filter(Boolean)
const REST_MS = 1500
const RUN_MS = 5000
const COUNTED_MS = 3000
const FRAMES = 60
const NOTHING = { ran: { ms: 1 }, cpuMs: 0, mainMs: 0 }
const REST: Rhythm = { changes: 0, everyMs: 100, order: 'rest' }

const casesOf = (count: number): Record<string, Rhythm> => ({
  bulk: { changes: count, everyMs: 1000, order: 'all' },
  random: { changes: count / 10, everyMs: 100, order: 'random' },
  spread: { changes: Math.max(1, count / 250), everyMs: Math.max(20, 5000 / count), order: 'next' },
  pan: { changes: 0, everyMs: 0, order: 'pan' },
})

/**
 * The same scene of 200, 1,000 and 5,000 controls, drawn by us and by others, one after the other in the same browser.
 * `update_ms` is the time of all the browser's processes an update, beyond what the same page takes at rest; an update is
 * all controls each second (bulk), a tenth of them ten times a second (random), and what is due of a fifth of them a
 * second (spread).
 */
export default async function canvas(results: Results): Promise<void> {
  const pages = await openCanvasPages()
  const wrong: string[] = []
  try {
    for (const count of COUNTS) {
      for (const subject of [OURS, ...PEERS]) {
        const page = await pages.open(subject)
        wrong.push(...(await measure(results, page, subject, count, '')))
        await page.close()
      }
      for (const peer of PEERS) {
        for (const name of ['first', ...Object.keys(casesOf(count))]) results.compare(`${name}-${count}`, peer)
      }
      const page = await pages.open('mixed')
      wrong.push(...(await measure(results, page, OURS, count, 'mixed-')))
      await page.close()
    }
  } finally {
    await pages.close()
  }
  if (wrong.length > 0) throw new Error(`What was painted bit by bit is not what is painted anew: ${wrong.join(', ')}`)
}

async function measure(results: Results, page: CanvasPage, subject: string, count: number, prefix: string) {
  const wrong: string[] = []
  const emptyMb = await page.heapMb()
  const first = `${prefix}first-${count}`
  results.add(first, subject, 'first_ms', await page.bench('start', count), 'ms')
  await page.bench('run', REST, REST_MS, false)
  results.add(first, subject, 'heap_mb', (await page.heapMb()) - emptyMb, 'MB')
  // Controls of the product move by themselves: that is their work too.
  const rest = prefix === '' ? await spentIn(page, REST, REST_MS) : NOTHING
  for (const [name, rhythm] of Object.entries(casesOf(count))) {
    const situation = `${prefix}${name}-${count}`
    const { ran, cpuMs, mainMs } = await spentIn(page, rhythm, RUN_MS)
    const restShare = ran.ms / rest.ran.ms
    // What is at rest is only as exact as its clock: an update cannot take less than nothing.
    const ofUpdate = (spent: number, atRest: number) => Math.max(0.01, (spent - atRest * restShare) / ran.updates)
    results.add(situation, subject, 'update_ms', ofUpdate(cpuMs, rest.cpuMs), 'ms')
    results.add(situation, subject, 'main_ms', ofUpdate(mainMs, rest.mainMs), 'ms')
    const counted = await page.bench('run', rhythm, COUNTED_MS, true)
    results.add(situation, subject, 'fps', (counted.frames * 1000) / counted.ms, 'a second')
    const expected = Math.round((counted.ms / 1000) * FRAMES)
    results.add(situation, subject, 'dropped', Math.max(0, expected - counted.frames), `of ${expected}`)
    results.add(situation, subject, 'longest_frame_ms', counted.longestMs, 'ms')
    results.add(situation, subject, 'updates', (counted.updates * 1000) / counted.ms, 'a second')
    if (subject !== OURS) continue
    const px = await page.bench('wrongPixels')
    results.add(situation, subject, 'wrong_px', px, 'px')
    if (px > 0) wrong.push(`${px} px of ${situation}`)
  }
  return wrong
}

async function spentIn(page: CanvasPage, rhythm: Rhythm, forMs: number) {
  const before = await page.spent()
  const ran = await page.bench('run', rhythm, forMs, false)
  const after = await page.spent()
  return { ran, cpuMs: after.cpuMs - before.cpuMs, mainMs: after.mainMs - before.mainMs }
}
