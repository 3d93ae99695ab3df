import type { Alarm } from '../../../core/contract/alarm.ts'
import { alarmAt, FIRST_ROWS } from './alarm-rows.ts'

/** A list that is on the page. */
export interface FeedSubject {
  /** Newer ones than all that are there. */
  add(alarms: readonly Alarm[]): void
  scroller(): Element | null
}
export type FeedStart = (host: HTMLElement, alarms: Alarm[]) => Promise<FeedSubject>

/** Every program in a chunk of its own: a page loads one. */
const SUBJECTS: Record<string, () => Promise<{ default: FeedStart }>> = {
  sightglass: () => import('./ours.ts'),
  'ag-grid': () => import('./ag-grid.ts'),
}

export interface Ran {
  frames: number
  /** The longest time without a frame. */
  longestMs: number
  ms: number
  added: number
}
export interface BenchFeed {
  load(subject: string): Promise<void>
  /** Ms until the frame after the first picture of all rows. */
  start(): Promise<number>
  /** `perSecond` rows come in, ten times a second; the list is scrolled meanwhile or not. */
  run(perSecond: number, isScrolled: boolean, forMs: number): Promise<Ran>
}

const EVERY_MS = 100
let begin: FeedStart | undefined
let subject: FeedSubject | undefined
let newest = 0
const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

const bench: BenchFeed = {
  async load(name) {
    begin = (await SUBJECTS[name]?.())?.default
  },
  async start() {
    const host = document.createElement('div')
    Object.assign(host.style, { height: '100vh' })
    document.body.append(host)
    const rows = Array.from({ length: FIRST_ROWS }, (_, n) => alarmAt(n))
    await frame()
    const began = performance.now()
    subject = await begin?.(host, rows)
    await frame()
    await frame()
    return performance.now() - began
  },
  async run(perSecond, isScrolled, forMs) {
    let [frames, longestMs, added] = [0, 0, 0]
    const began = performance.now()
    let last = began
    let due = began
    while (performance.now() - began < forMs) {
      const now = await frame()
      if (frames > 0) longestMs = Math.max(longestMs, now - last)
      last = now
      frames += 1
      if (isScrolled) subject?.scroller()?.scrollBy(0, 40)
      if (perSecond === 0 || performance.now() < due) continue
      due += EVERY_MS
      const many = (perSecond * EVERY_MS) / 1000
      subject?.add(Array.from({ length: many }, () => alarmAt(--newest)))
      added += many
    }
    return { frames, longestMs, added, ms: performance.now() - began }
  },
}
Object.assign(window, { bench })
