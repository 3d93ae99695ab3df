import type { Value } from '../../contract/telemetry.ts'
import type { PointCell, ValueQuality } from '../../rules/expression/compile.ts'
import { createRing, type Ring, type Samples } from '../../rules/expression/samples.ts'
import type { PointSource } from '../point-source.ts'

/** A point that something is bound to, as it is now. */
export class Cell<User> implements PointCell {
  readonly sn_code: string
  readonly key: string
  readonly users = new Set<User>()
  value: Value = null
  quality: ValueQuality = 'waiting'
  data_time: number | null = null
  alarm_level = 0
  samples: Samples | null = null
  /** Kept here where the source keeps none. */
  ring: Ring | null = null
  spanMs = 0

  constructor(sn_code: string, key: string) {
    this.sn_code = sn_code
    this.key = key
  }
}

/** The points of a screen by device and key: what a message of a source is looked up in. */
export class Cells<User> {
  readonly #source: PointSource
  readonly #devices = new Map<string, Map<string, Cell<User>>>()

  constructor(source: PointSource) {
    this.#source = source
  }

  /** Those of whose points one is used. */
  get devices(): readonly string[] {
    const used = [...this.#devices].filter(([, keys]) => [...keys.values()].some(({ users }) => users.size > 0))
    return used.map(([sn_code]) => sn_code)
  }

  all(sn_code: string): Iterable<Cell<User>> {
    return this.#devices.get(sn_code)?.values() ?? []
  }

  find(sn_code: string, key: string): Cell<User> | undefined {
    return this.#devices.get(sn_code)?.get(key)
  }

  of(sn_code: string, key: string): Cell<User> {
    let keys = this.#devices.get(sn_code)
    if (!keys) {
      keys = new Map()
      this.#devices.set(sn_code, keys)
    }
    let cell = keys.get(key)
    if (!cell) {
      cell = new Cell(sn_code, key)
      keys.set(key, cell)
      this.refresh(cell)
    }
    return cell
  }

  /** Remembers a point's past, at least as long as this. */
  keepPast(cell: Cell<User>, spanMs: number): void {
    if (spanMs <= cell.spanMs) return
    cell.spanMs = spanMs
    const { sn_code, key } = cell
    cell.ring = this.#source.history ? null : createRing(spanMs)
    cell.samples = cell.ring ?? this.#source.history?.(sn_code, key, spanMs) ?? null
    if (cell.ring && cell.data_time !== null) cell.ring.push(cell.data_time, cell.value)
  }

  /** Reads a point anew; whether anything about it changed. */
  refresh(cell: Cell<User>): boolean {
    const { sn_code, key } = cell
    const state = this.#source.read(sn_code, key)
    const value = state?.value ?? null
    const quality = state?.quality ?? (isMissing(this.#source, sn_code, key) ? 'missing' : 'waiting')
    const data_time = state?.data_time ?? null
    const alarm_level = state?.alarm_level ?? 0
    const isSame =
      Object.is(cell.value, value) &&
      cell.quality === quality &&
      cell.data_time === data_time &&
      cell.alarm_level === alarm_level
    if (isSame) return false
    if (cell.ring && data_time !== null) {
      // A replay that was moved back begins anew.
      if (cell.data_time !== null && data_time < cell.data_time) cell.ring.clear()
      cell.ring.push(data_time, quality === 'bad' ? null : value)
    }
    cell.value = value
    cell.quality = quality
    cell.data_time = data_time
    cell.alarm_level = alarm_level
    return true
  }
}

/** Whether a device has no such point, or is not to be seen. */
export function isMissing(source: PointSource, sn_code: string, key: string): boolean {
  const facts = source.device(sn_code)
  return facts ? !facts.points.has(key) : (source.isRefused?.(sn_code) ?? false)
}
