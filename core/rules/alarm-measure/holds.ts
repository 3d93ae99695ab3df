import type { AlarmHold } from '../../contract/alarm.ts'

export type HoldKind = AlarmHold['kind'] | 'DSUPR'
export const HOLD_KINDS = ['SHLVD', 'DSUPR', 'OOSRV'] as const satisfies readonly HoldKind[]

/** An event that begins or ends a hold: types 4 to 9 of `AlarmEvent`. */
export interface HoldEvent {
  /** Which alarm of which device, by the number that `MeasuredAlarm` has for it. */
  alarm: number
  event_time: number
  alarm_type: number
}

/** From `start` on, and not at `end` any more. */
export interface Span {
  start: number
  end: number
}

const BEGINS: Readonly<Record<number, HoldKind>> = { 4: 'SHLVD', 6: 'DSUPR', 8: 'OOSRV' }
const ENDS: Readonly<Record<number, HoldKind>> = { 5: 'SHLVD', 7: 'DSUPR', 9: 'OOSRV' }

/**
 * When each alarm was held, by kind: what begins twice has begun once, and what no event ends goes on. A person's hold
 * takes the place of the one before: what goes out of service is shelved no longer.
 */
export function holdSpans(events: readonly HoldEvent[]): Map<number, Record<HoldKind, Span[]>> {
  const spans = new Map<number, Record<HoldKind, Span[]>>()
  for (const { alarm, event_time, alarm_type } of events) {
    let own = spans.get(alarm)
    if (!own) {
      own = { SHLVD: [], DSUPR: [], OOSRV: [] }
      spans.set(alarm, own)
    }
    const begun = BEGINS[alarm_type]
    const last = own[begun ?? ENDS[alarm_type] ?? 'SHLVD'].at(-1)
    const isOpen = last?.end === Number.POSITIVE_INFINITY
    if (begun && !isOpen) own[begun].push({ start: event_time, end: Number.POSITIVE_INFINITY })
    if (!begun && last && isOpen) last.end = event_time
    const shelved = own.SHLVD.at(-1)
    if (begun === 'OOSRV' && shelved) shelved.end = Math.min(shelved.end, event_time)
  }
  return spans
}

/** Spans of any kind as one list, ascending and apart from each other. */
export function merged(spans: readonly Span[]): Span[] {
  const whole: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = whole.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else whole.push({ ...span })
  }
  return whole
}

/** The place of the first of these that ends after a time; they are ascending and apart. */
function firstEndingAfter(spans: readonly Span[], time: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle] as Span).end <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** What is left of a span without these, which are ascending and apart. */
export function without({ start, end }: Span, taken: readonly Span[]): Span[] {
  const left: Span[] = []
  let from = start
  for (let i = firstEndingAfter(taken, start); i < taken.length; i++) {
    const one = taken[i] as Span
    if (one.start >= end) break
    if (one.start > from) left.push({ start: from, end: one.start })
    from = Math.max(from, one.end)
  }
  if (from < end) left.push({ start: from, end })
  return left
}

/** Whether a time is in one of these, which are ascending and apart. */
export function covers(spans: readonly Span[], time: number): boolean {
  const next = spans[firstEndingAfter(spans, time)]
  return next !== undefined && next.start <= time
}
