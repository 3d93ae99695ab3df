import type { Fleet, JudgedReading, LiveDevice, LivePoint } from '../fleet.ts'
import { fromStored, qualities } from '../telemetry/latest.ts'
import type { Sample, Telemetry } from '../telemetry/telemetry.ts'
import { cellName, workOf, workOut } from './work.ts'

/** Readings of then came between `from` and `last`; nothing was worked out after `until`. Epoch ms, all inclusive. */
export interface PastPart {
  from: number
  last: number
  until: number
}

/** A late value holds until the next one of its point, but is not looked for longer than this after the last. */
const AHEAD_MS = 600_000

/**
 * What a virtual device would have said of the past, by the history of what it reads; a point without history has no
 * value there. At each moment at which any of its sources said something.
 */
export async function workOutPast(
  device: LiveDevice,
  fleet: Fleet,
  telemetry: Pick<Telemetry, 'many'>,
  { from, last, until }: PastPart,
): Promise<JudgedReading[]> {
  const work = workOf([...device.points.values()].map((point) => ({ ...point, formula: point.formula ?? '' })))
  const read = new Map<number, { name: string; point: LivePoint }>()
  for (const ref of work.sources) {
    const source = fleet.get(ref.sn_code)
    const point = source?.tenant_id === device.tenant_id && !source.is_virtual ? source.points.get(ref.key) : undefined
    const cell = work.cells.get(cellName(ref))
    if (!point?.is_added || !cell) continue
    cell.quality = 'waiting'
    if (point.keep_history) read.set(point.point_id, { name: cellName(ref), point })
  }
  const to = Math.min(until, last + AHEAD_MS)
  const known = await telemetry.many([...read.keys()], from, to + 1)
  const said = new Map<number, { name: string; point: LivePoint; sample: Sample }[]>()
  for (const [point_id, { name, point }] of read)
    for (const sample of known.get(point_id) ?? [])
      said.set(sample.data_time, [...(said.get(sample.data_time) ?? []), { name, point, sample }])
  const moments = [...said].sort(([a], [b]) => a - b)
  return moments.flatMap(([data_time, values]) => {
    for (const { name, point, sample } of values) Object.assign(work.cells.get(name) ?? {}, cellOf(point, sample))
    const found = workOut(
      work,
      values.map(({ name }) => name),
      data_time,
    )
    if (data_time < from) return []
    const reading = found.flatMap(({ key, kept }) => {
      const point = device.points.get(key)
      return point && kept ? [{ point, ...kept }] : []
    })
    return reading.length > 0 ? [{ data_time, values: reading }] : []
  })
}

const cellOf = ({ data_type }: LivePoint, { data_time, value, text, quality }: Sample) => ({
  value: text ?? fromStored(data_type, value),
  quality: qualities[quality],
  data_time,
})
