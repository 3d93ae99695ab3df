import type { ReplayPoint } from '../../contract/screen.ts'
import {
  finenessOf,
  nameOf,
  type ReplayWindow,
  type Series,
  seriesOf,
  type WantedPoint,
  windowFor,
} from './replay-window.ts'

type Fetch = (
  points: readonly { readonly sn_code: string; readonly key: string }[],
  start: number,
  end: number,
  step_ms: number,
) => Promise<readonly ReplayPoint[]>

/** As many as one call of the contract takes. */
const MOST_POINTS = 2000
/** The one that is shown, the next, and the one before for who goes back a little. */
const KEPT = 3

/** Parts of a replay, fetched as they are needed. */
export class ReplayWindows {
  readonly #fetch: Fetch
  readonly #end: number
  readonly #wanted: ReadonlyMap<string, WantedPoint>
  #windows: ReplayWindow[] = []
  /** By where it begins; of one that began before a change of speed nothing is kept. */
  readonly #underWay = new Map<number, Promise<void>>()
  #generation = 0

  constructor(fetch: Fetch, end: number, wanted: ReadonlyMap<string, WantedPoint>) {
    this.#fetch = fetch
    this.#end = end
    this.#wanted = wanted
  }

  /** The part that holds a time, whether or not all points are in it. */
  at(time: number): ReplayWindow | null {
    return this.#windows.find(({ from, to }) => from <= time && (time < to || to === this.#end)) ?? null
  }

  series(name: string, time: number): Series | null {
    return this.at(time)?.series.get(name) ?? null
  }

  isComplete(window: ReplayWindow): boolean {
    for (const name of this.#wanted.keys()) if (!window.names.has(name)) return false
    return true
  }

  /** Fetches what is missing at a time: a part that begins with it, or points that the part does not have. Rejects as the call does. */
  async need(time: number, speed: number): Promise<void> {
    const window = this.at(time)
    if (window && this.isComplete(window)) return
    const from = window?.from ?? time
    const known = this.#underWay.get(from)
    if (known) return known
    const generation = this.#generation
    const { spanMs, stepMs } = windowFor(speed)
    const to = window?.to ?? Math.min(this.#end, from + spanMs)
    const names = [...this.#wanted.keys()].filter((name) => !window?.names.has(name))
    const run = this.#load(names, from, to, stepMs)
      .then((series) => {
        if (generation !== this.#generation) return
        const into = window ?? { from, to, stepMs: finenessOf(to - from, stepMs), series: new Map(), names: new Set() }
        for (const name of names) into.names.add(name)
        for (const [name, one] of series) into.series.set(name, one)
        if (!window) this.#keep(into, time)
      })
      .finally(() => {
        if (this.#underWay.get(from) === run) this.#underWay.delete(from)
      })
    this.#underWay.set(from, run)
    return run
  }

  /** Too coarse for a slower replay is fetched anew; what is finer than needed is good enough. */
  refine(speed: number): void {
    const { spanMs, stepMs } = windowFor(speed)
    const wanted = finenessOf(spanMs, stepMs)
    const kept = this.#windows.filter((window) => window.stepMs <= Math.max(wanted, stepMs))
    if (kept.length === this.#windows.length) return
    this.#windows = kept
    this.clearUnderWay()
  }

  /** A point is requested anew. */
  forget(name: string): void {
    for (const { names } of this.#windows) names.delete(name)
  }

  clearUnderWay(): void {
    this.#generation += 1
    this.#underWay.clear()
  }

  async #load(names: readonly string[], from: number, to: number, stepMs: number): Promise<Map<string, Series>> {
    const points = names.map((name) => this.#wanted.get(name) as WantedPoint)
    // Points whose history is used are requested from further back, the others are not.
    const groups = new Map<number, WantedPoint[]>()
    for (const point of points) {
      const own = groups.get(point.pastMs)
      if (own) own.push(point)
      else groups.set(point.pastMs, [point])
    }
    const series = new Map<string, Series>()
    const calls: Promise<void>[] = []
    for (const [pastMs, group] of groups)
      for (let at = 0; at < group.length; at += MOST_POINTS) {
        const points = group.slice(at, at + MOST_POINTS).map(({ sn_code, key }) => ({ sn_code, key }))
        const start = from - pastMs
        const take = (found: readonly ReplayPoint[]) => {
          for (const one of found) series.set(nameOf(one.sn_code, one.key), seriesOf(one, start))
        }
        calls.push(this.#fetch(points, start, to, stepMs).then(take))
      }
    await Promise.all(calls)
    return series
  }

  #keep(window: ReplayWindow, time: number): void {
    const others = this.#windows.filter(({ from, to }) => to <= window.from || from >= window.to)
    const distance = ({ from, to }: ReplayWindow) => (time < from ? from - time : time > to ? time - to : 0)
    const nearest = others.sort((a, b) => distance(a) - distance(b)).slice(0, KEPT - 1)
    this.#windows = [...nearest, window]
  }
}
