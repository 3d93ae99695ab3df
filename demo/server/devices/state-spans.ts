import { type Kysely, sql } from 'kysely'
import type { DeviceStates } from '../../../core/contract/device.ts'
import type { Schema } from '../db/schema.ts'
import { UNKNOWN } from '../fleet/device-states.ts'
import type { LiveDevice } from '../fleet/fleet.ts'

/** A device that comes and goes all day has more changes than anybody can see: the range then begins with the first of these. */
export const MOST_CHANGES = 5000

type Span = [from: number, to: number, dev_state: number]

export interface Run {
  start_time: number
  seen_time: number
}

/** When a server ran in a range, as the owner reads it: the runs are of no organisation. */
export const runsWithin = (q: Kysely<Schema>, start: number, end: number): Promise<Run[]> =>
  q
    .selectFrom('server_run')
    .select(['start_time', 'seen_time'])
    .where('start_time', '<', end)
    .where('seen_time', '>', start)
    .orderBy('start_time')
    .execute()

/** In which states a device was, from `start` to `until`, which is not to come; where no server ran, and before states were kept, nobody knows. */
export async function stateSpans(
  q: Kysely<Schema>,
  { device_id }: Pick<LiveDevice, 'device_id'>,
  start: number,
  until: number,
  runs: readonly Run[],
): Promise<DeviceStates> {
  const { rows: before } = await sql<{ since_time: number }>`
    select since_time from device_state where device_id = ${device_id} and since_time <= ${start}
      order by since_time desc limit 1`.execute(q)
  // One value: thousands of rows would be read from the store one by one.
  const { rows: found } = await sql<{ changes: [since_time: number, dev_state: number][] }>`
    select coalesce(jsonb_agg(jsonb_build_array(since_time, dev_state) order by since_time), '[]') as changes from (
      select since_time, dev_state from device_state
        where device_id = ${device_id} and since_time < ${until} and since_time >= ${before[0]?.since_time ?? start}
        order by since_time desc limit ${MOST_CHANGES}) newest`.execute(q)
  return spansFrom(found[0]?.changes ?? [], { start, until, runs })
}

interface Asked {
  start: number
  until: number
  runs: readonly Run[]
  /** So many changes were read at most. */
  most?: number
}

/** The same from the newest of a device's changes, the last before `start` among them. */
export function spansFrom(
  changes: readonly (readonly [since_time: number, dev_state: number])[],
  { start, until, runs, most = MOST_CHANGES }: Asked,
): DeviceStates {
  const from = changes.length === most ? (changes[0]?.[0] ?? start) : Math.min(start, until)
  const known = changes.map(([since_time, dev_state], i): Span => {
    return [Math.max(since_time, from), changes[i + 1]?.[0] ?? until, dev_state]
  })
  // The last run goes on, or another one began since it was last seen.
  const ran = runs.map(
    ({ start_time, seen_time }, i) => [start_time, i === runs.length - 1 ? until : seen_time] as const,
  )
  const spans = joined(filled(bothOf(known, ran), from, until))
  const total = (state: number) =>
    spans.reduce((sum, [begin, stop, dev_state]) => sum + (dev_state === state ? stop - begin : 0), 0)
  return {
    spans,
    online: total(1),
    offline: total(2),
    faulty: total(3),
    unknown: total(UNKNOWN),
  }
}

/** The parts of spans in which a server ran; both are in the order of their times, and none overlaps another of its kind. */
function bothOf(spans: readonly Span[], ran: readonly (readonly [number, number])[]): Span[] {
  const all: Span[] = []
  let at = 0
  for (const [from, to, dev_state] of spans) {
    while ((ran[at]?.[1] ?? Number.POSITIVE_INFINITY) <= from) at += 1
    for (let i = at; i < ran.length; i++) {
      const [start, end] = ran[i] as readonly [number, number]
      if (start >= to) break
      const [begin, stop] = [Math.max(from, start), Math.min(to, end)]
      if (begin < stop) all.push([begin, stop, dev_state])
    }
  }
  return all
}

/** With unknown spans between the known ones, from the beginning to the end. */
function filled(spans: readonly Span[], from: number, until: number): Span[] {
  let at = from
  const all: Span[] = []
  for (const span of spans) {
    if (span[0] > at) all.push([at, span[0], UNKNOWN])
    all.push(span)
    at = span[1]
  }
  if (at < until) all.push([at, until, UNKNOWN])
  return all
}

/** Neighbours of one state are one span. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans) {
    const last = all.at(-1)
    if (last?.[2] === span[2]) last[1] = span[1]
    else all.push([...span])
  }
  return all
}
