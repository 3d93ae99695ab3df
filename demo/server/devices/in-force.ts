import type { HistoryRow } from '../../../core/contract/history.ts'
import { staleAfterMs } from '../../../core/rules/staleness.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { asValue, type RawValue } from '../fleet/raw-history.ts'
import { type Silence, silencesIn } from '../history/silences.ts'
import type { TenantHistory } from '../history/telemetry.ts'
import { openTurns } from '../limits/turns.ts'

/** A value of a row; `since` where it was sent before the row's time, and still held then. */
export type HeldValue = Omit<HistoryRow, 'key' | 'data_time'>
export type TimeRow = { data_time: number; values: Map<string, HeldValue> }

/** As fine as a curve can be read: a silence that is shorter than a column of it is not seen. */
const CURVE_WIDTH = 4000
const CONTINUOUS = { bucketMs: 0, leastMs: 0 }

/** States and settings are often sent when they change, and hold until they do: of them not every report has one. */
export const holds = ({ data_type, access }: LivePoint): boolean => data_type !== 'number' || access === 'rw'

/** A point that shows when its device reported. */
export const witnessOf = ({ points }: LiveDevice): LivePoint | undefined =>
  [...points.values()].find((point) => point.is_added && point.keep_history && !holds(point))

export interface Past {
  device: LiveDevice
  history: Pick<TenantHistory, 'many' | 'curve'>
  /** When the device was away in a range, by its log. */
  away: (start: number, end: number) => Promise<Silence[]>
  gone?: AbortSignal | undefined
}

/**
 * Puts into rows of times (newest first) what was in force then of the points that sent nothing: states and settings until
 * the device was silent, what is measured as long as it was fresh or its own steady pace goes on. So it is where a curve
 * has its line, and where it has a gap nothing is put in.
 */
export async function carryDown(past: Past, points: readonly LivePoint[], rows: readonly TimeRow[]): Promise<void> {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return
  const staleMs = staleAfterMs(past.device.report_interval_s)
  const before = await heldBefore(past, points, oldest.data_time)
  const times = rows.map(({ data_time }) => data_time).reverse()
  const first = Math.min(oldest.data_time, ...[...before.values()].map(({ data_time }) => data_time))
  // What holds is known again as soon as the device is back, where nobody had to take it for stale.
  const away = (await past.away(first, newest.data_time + 1)).filter(([from, to]) => to - from > staleMs)
  const silences = await silencesOf(past, points, before, times, { staleMs, away })
  const turns = openTurns(Number.POSITIVE_INFINITY)
  for (const point of points) {
    if (past.gone?.aborted) return
    carryPoint(point, rows, before.get(point.point_id), { silences, staleMs, away })
    await turns.pause()
  }
}

type Before = ReadonlyMap<number, RawValue>

/** The newest value of each point before a time, and that of the witness. */
async function heldBefore({ device, history }: Past, points: readonly LivePoint[], time: number): Promise<Before> {
  const witness = witnessOf(device)
  const all = new Map([...points, ...(witness ? [witness] : [])].map((point) => [point.point_id, point]))
  const found = await history.many([...all.keys()], time - 1, time)
  return new Map(
    [...found].flatMap(([point_id, samples]) => {
      const [point, sample] = [all.get(point_id), samples.at(-1)]
      return point && sample ? [[point_id, asValue(point, sample)] as const] : []
    }),
  )
}

interface Rules {
  staleMs: number
  away: readonly Silence[]
}

/** When the device was silent, from the oldest value that was held to the newest row; ascending. */
async function silencesOf(
  { device, history }: Past,
  points: readonly LivePoint[],
  before: Before,
  times: readonly number[],
  { staleMs, away }: Rules,
): Promise<Silence[]> {
  const witness = witnessOf(device)
  const reporters = [...points.filter((point) => !holds(point)), ...(witness ? [witness] : [])].filter(({ point_id }) =>
    before.has(point_id),
  )
  const timeOf = ({ point_id }: LivePoint) => (before.get(point_id) as RawValue).data_time
  const reporter = reporters.sort((a, b) => timeOf(b) - timeOf(a))[0]
  const held = [...before.values()].map(({ data_time }) => data_time).sort((a, b) => a - b)
  const oldestHeld = held[0]
  const seen = reporter ? timeOf(reporter) : held.at(-1)
  const gapsOf = async (point: LivePoint, from: number, to: number) =>
    to - from > staleMs
      ? (await history.curve(point.point_id, from, to + 1, CURVE_WIDTH, staleMs, away)).gaps
      : ([] as Silence[])
  const silences: Silence[] = []
  if (oldestHeld !== undefined && seen !== undefined)
    silences.push(
      ...(reporter ? await gapsOf(reporter, oldestHeld, seen) : silencesIn(held, { staleMs, away, ...CONTINUOUS })),
    )
  const known = [...held.filter((time) => seen !== undefined && time >= seen), ...times]
  const rowsSilent = silencesIn(known, { staleMs, away, ...CONTINUOUS })
  const isChosen = witness !== undefined && points.some(({ point_id }) => point_id === witness.point_id)
  const last = times.at(-1)
  if (!witness || isChosen || rowsSilent.length === 0 || last === undefined) return [...silences, ...rowsSilent]
  // The points of the rows may come rarely while the device reports others; when it is back, these may come a little later.
  const unseen = await gapsOf(witness, seen ?? (times[0] as number), last + staleMs)
  const isSilent = ([from, to]: Silence) => unseen.some(([begin, end]) => begin < to && end > from)
  return [...silences, ...rowsSilent.filter(isSilent)]
}

function carryPoint(
  point: LivePoint,
  rows: readonly TimeRow[],
  before: RawValue | undefined,
  { silences, staleMs, away }: Rules & { silences: readonly Silence[] },
): void {
  const { key } = point
  const silentFrom = holds(point) ? null : ownSilences(key, rows, before, { staleMs, away })
  let held = before
  /** Up to when the device was silent, of all silences that began before the row. */
  let silentUntil = Number.NEGATIVE_INFINITY
  let next = 0
  for (let at = rows.length - 1; at >= 0; at--) {
    const { data_time, values } = rows[at] as TimeRow
    for (; next < silences.length && (silences[next] as Silence)[0] < data_time; next++)
      silentUntil = Math.max(silentUntil, (silences[next] as Silence)[1])
    const own = values.get(key)
    if (own) held = { data_time, value: own.value, quality: own.quality }
    else if (held && held.data_time >= silentUntil) {
      const isFresh = !silentFrom?.has(held.data_time) || data_time - held.data_time <= staleMs
      if (isFresh) values.set(key, { value: held.value, quality: held.quality, since: held.data_time })
    }
  }
}

/** The times of a point's values that no newer one followed in its pace. */
function ownSilences(key: string, rows: readonly TimeRow[], before: RawValue | undefined, rules: Rules): Set<number> {
  const times = before ? [before.data_time] : []
  for (let at = rows.length - 1; at >= 0; at--) {
    const { data_time, values } = rows[at] as TimeRow
    // Up to the newest row, where nobody knows yet what follows.
    if (values.has(key) || at === 0) times.push(data_time)
  }
  return new Set(silencesIn(times, { ...rules, ...CONTINUOUS }).map(([from]) => from))
}
