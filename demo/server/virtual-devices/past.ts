import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { PointCell } from '../../../core/rules/expression/compile.ts'
import type { Fleet, JudgedReading, LiveDevice, LivePoint } from '../fleet.ts'
import { fromStored, qualities } from '../telemetry/latest.ts'
import type { Sample, Telemetry } from '../telemetry/telemetry.ts'
import { cellName, workOf, workOut } from './work.ts'

/** Readings of then came between `from` and `last`, epoch ms, both inclusive. */
export interface PastPart {
  from: number
  last: number
}

/** A late value holds until the next one of its point, but is not looked for longer than this after the last. */
const AHEAD_MS = 600_000

/** A device that is read, as it was heard of then. */
interface Source {
  readonly device: LiveDevice
  readonly read: Map<number, Reader>
  heardTime: number
}
interface Reader {
  readonly name: string
  readonly point: LivePoint
  readonly cell: PointCell
  quality: PointCell['quality']
}

/**
 * What a virtual device would have said of the past, by the history of what it reads, at each moment at which any of its
 * sources said something; its newest values are not of the past. A point without history has no value there. A device was
 * silent when none of its points has a sample for three of its intervals.
 */
export async function workOutPast(
  device: LiveDevice,
  fleet: Fleet,
  telemetry: Pick<Telemetry, 'many'>,
  { from, last }: PastPart,
): Promise<JudgedReading[]> {
  const work = workOf([...device.points.values()].map((point) => ({ ...point, formula: point.formula ?? '' })))
  const sources = new Map<LiveDevice, Source>()
  for (const ref of work.sources) {
    const its = fleet.get(ref.sn_code)
    const point = its?.tenant_id === device.tenant_id && !its.is_virtual ? its.points.get(ref.key) : undefined
    const cell = work.cells.get(cellName(ref))
    if (!its || !point?.is_added || !cell) continue
    cell.quality = 'waiting'
    const source = sources.get(its) ?? { device: its, read: new Map<number, Reader>(), heardTime: 0 }
    sources.set(its, source)
    if (point.keep_history) source.read.set(point.point_id, { name: cellName(ref), point, cell, quality: 'waiting' })
  }
  const kept = [...sources.values()].flatMap((source) =>
    [...source.device.points.values()].flatMap(({ point_id, keep_history }) =>
      keep_history ? [{ point_id, source }] : [],
    ),
  )
  const known = await telemetry.many(
    kept.map(({ point_id }) => point_id),
    from,
    last + AHEAD_MS,
  )
  const heard = kept.flatMap(({ point_id, source }) =>
    (known.get(point_id) ?? []).map((sample) => ({ source, reader: source.read.get(point_id), sample })),
  )
  const moments = new Map<number, typeof heard>()
  for (const one of heard.sort((a, b) => a.sample.data_time - b.sample.data_time)) {
    const its = moments.get(one.sample.data_time)
    if (its) its.push(one)
    else moments.set(one.sample.data_time, [one])
  }
  return [...moments].flatMap(([data_time, said]) => {
    const changed: string[] = []
    for (const { source, reader, sample } of said) {
      source.heardTime = data_time
      if (!reader) continue
      Object.assign(reader.cell, { value: sampleValue(reader.point, sample), data_time })
      reader.quality = qualities[sample.quality]
      changed.push(reader.name)
    }
    for (const { device: its, read, heardTime } of sources.values()) {
      const isSilent = data_time - heardTime > LIMITS.staleIntervals * its.report_interval_s * 1000
      for (const reader of read.values())
        reader.cell.quality = isSilent && reader.quality !== 'waiting' ? 'stale' : reader.quality
    }
    if (changed.length === 0) return []
    const found = workOut(work, changed, data_time)
    if (data_time < from) return []
    const values = found.flatMap(({ key, kept: value }) => {
      const point = device.points.get(key)
      return point && value && data_time < (point.data_time ?? 0) ? [{ point, ...value }] : []
    })
    return values.length > 0 ? [{ data_time, values }] : []
  })
}

const sampleValue = ({ data_type }: LivePoint, { value, text }: Sample) => text ?? fromStored(data_type, value)
