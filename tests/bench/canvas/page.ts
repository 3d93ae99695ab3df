import { type Change, SIZE, type Start, type Subject, tilesOf } from './bench-scene.ts'

/** Every program in a chunk of its own: a page loads one. */
const SUBJECTS: Record<string, () => Promise<{ default: Start }>> = {
  sightglass: () => import('./ours.ts'),
  mixed: () => import('./mixed.ts'),
  fabric: () => import('./fabric.ts'),
  meta2d: () => import('./meta2d.ts'),
  konva: () => import('./konva.ts'),
  leafer: () => import('./leafer.ts'),
  svg: () => import('./svg.ts'),
}

/** So many changes each `everyMs`; `pan` moves the scene instead. */
export interface Rhythm {
  readonly changes: number
  readonly everyMs: number
  readonly order: 'all' | 'random' | 'next' | 'pan' | 'rest'
}
export interface Ran {
  /** Changes that were due and could be made: who is late drops some. */
  readonly updates: number
  readonly frames: number
  /** The longest time without a frame. */
  readonly longestMs: number
  readonly ms: number
}

export interface BenchCanvas {
  load(subject: string): Promise<void>
  /** Ms until the frame after the first picture. */
  start(count: number): Promise<number>
  /** Frames are counted where that is wanted: it costs the time of asking for them. */
  run(rhythm: Rhythm, forMs: number, isCounted: boolean): Promise<Ran>
  wrongPixels(): number
}

let begin: Start | null = null
let subject: Subject | null = null
let count = 0

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

const bench: BenchCanvas = {
  async load(name) {
    begin = ((await SUBJECTS[name]?.()) ?? null)?.default ?? null
  },
  async start(controls) {
    count = controls
    const host = document.createElement('div')
    Object.assign(host.style, { position: 'relative', width: `${SIZE.width}px`, height: `${SIZE.height}px` })
    document.body.append(host)
    const tiles = tilesOf(controls)
    await frame()
    const began = performance.now()
    subject = (await begin?.(host, tiles)) ?? null
    await frame()
    await frame()
    return performance.now() - began
  },
  async run(rhythm, forMs, isCounted) {
    let [updates, frames, longestMs, last, isOver] = [0, 0, 0, performance.now(), false]
    const watch = () => {
      const now = performance.now()
      if (frames > 0) longestMs = Math.max(longestMs, now - last)
      last = now
      frames += 1
      if (!isOver) requestAnimationFrame(watch)
    }
    await frame()
    if (isCounted) requestAnimationFrame(watch)
    const began = performance.now()
    const end = began + forMs
    let due = began
    while (performance.now() < end) {
      const wait = due - performance.now()
      if (rhythm.order === 'pan') await frame()
      else await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)))
      step(rhythm, updates)
      updates += 1
      due = Math.max(due + rhythm.everyMs, performance.now())
    }
    // The last update has its frame too.
    await frame()
    await frame()
    isOver = true
    return { updates, frames, longestMs, ms: performance.now() - began }
  },
  wrongPixels: () => subject?.wrongPixels() ?? Number.NaN,
}
Object.assign(window, { bench })

function step({ changes, order }: Rhythm, round: number): void {
  if (order === 'rest') return
  if (order === 'pan') {
    const at = (round * 7) % 400
    subject?.pan(at < 200 ? -at : at - 400, (at < 200 ? -at : at - 400) / 2)
    return
  }
  const made: Change[] = []
  for (let n = 0; n < changes; n++) {
    const index =
      order === 'all' ? n : order === 'next' ? (round * changes + n) % count : Math.floor(Math.random() * count)
    made.push([index, Math.floor(Math.random() * 100)])
  }
  subject?.apply(made)
}
