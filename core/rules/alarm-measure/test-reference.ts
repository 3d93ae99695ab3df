import { DAY_MS, MINUTE_MS } from '../../catalogue/durations.ts'

/**
 * The alarm measures again, counted differently: from the raw events alone, each measure over all of them, with no
 * spans, no running counts, no calendar but the platform's. Slow, and easy to read. `measure` has to
 * agree with it.
 */

/** A row of `alarm_event`, with what `alarm` knows of its alarm. */
export interface RawEvent {
  event_time: number
  alarm_type: number
  /** Null where a hold began or ended while nothing was wrong. */
  alarm_id: string | null
  rule_id: number
  device_id: number
  /** Of its alarm; 0 and false without one. */
  alarm_level: number
  is_late: boolean
}

export interface ReferenceInput {
  /** All there are until `end`, and confirmations and recoveries also from later; in the order they were written. */
  events: readonly RawEvent[]
  start: number
  end: number
  positions: number
  timeZone: string
  bucket: 'hour' | 'day' | 'week'
}

const BEGINS = [4, 6, 8]

export const nameOf = ({ rule_id, device_id }: { rule_id: number; device_id: number }) => `${rule_id}/${device_id}`

export function referenceMeasures({ events, start, end, positions, timeZone, bucket }: ReferenceInput) {
  const clock = clockOf(timeZone)

  /** Whether an alarm is held by a kind of hold (4, 6, 8) when these of its events have happened. */
  const isHeldAfter = (name: string, kind: number, isBefore: (event: RawEvent) => boolean) => {
    let isHeld = false
    for (const event of events)
      if (nameOf(event) === name && isBefore(event)) {
        if (event.alarm_type === kind) isHeld = true
        // What goes out of service is shelved no longer.
        if (event.alarm_type === kind + 1 || (kind === 4 && event.alarm_type === 8)) isHeld = false
      }
    return isHeld
  }
  const isHeldAt = (name: string, time: number) =>
    BEGINS.some((kind) => isHeldAfter(name, kind, ({ event_time }) => event_time <= time))
  const timeOf = (alarm_id: string | null, type: number) =>
    events.find((event) => event.alarm_id === alarm_id && event.alarm_type === type)?.event_time ?? null

  const alarms = events
    .filter(({ alarm_type }) => alarm_type === 1)
    .map((event) => ({
      ...event,
      name: nameOf(event),
      recover_time: timeOf(event.alarm_id, 2),
      confirm_time: timeOf(event.alarm_id, 3),
    }))
    .filter(({ event_time }) => event_time < end)
    .sort((a, b) => a.event_time - b.event_time)
  const isIn = ({ event_time }: { event_time: number }) => start <= event_time && event_time < end
  const isHeldWhenProduced = ({ is_late, name, event_time }: (typeof alarms)[number]) =>
    !is_late && isHeldAt(name, event_time)
  const announced = alarms.filter(({ is_late, name, event_time }) => !is_late && !isHeldAt(name, event_time))
  const annunciated = announced.filter(isIn)
  const recent = announced.filter(({ event_time }) => event_time >= start - DAY_MS)

  /** How many came in the stretch that ends with a time, (time − length, time]. */
  const cameUntil = (time: number, length: number, of: readonly { event_time: number }[]) =>
    of.filter(({ event_time }) => event_time > time - length && event_time <= time).length

  // The number in ten minutes changes at these times alone.
  const times = [...new Set(recent.flatMap(({ event_time }) => [event_time, event_time + 10 * MINUTE_MS]))]
    .filter((time) => time < end)
    .sort((a, b) => a - b)
  const everyFlood: { start_time: number; end_time: number | null; peak: number; alarms: number }[] = []
  for (const time of times) {
    const count = cameUntil(time, 10 * MINUTE_MS, recent)
    const flood = everyFlood.at(-1)
    if (flood && flood.end_time === null) {
      flood.peak = Math.max(flood.peak, count)
      if (count < 5 * positions) flood.end_time = time
    } else if (count > 10 * positions) everyFlood.push({ start_time: time, end_time: null, peak: count, alarms: 0 })
  }
  for (const flood of everyFlood)
    flood.alarms = recent.filter(
      ({ event_time }) =>
        event_time > flood.start_time - 10 * MINUTE_MS && (flood.end_time === null || event_time <= flood.end_time),
    ).length
  const floods = everyFlood.filter(({ end_time }) => end_time === null || end_time > start)
  const floodMs = floods
    .map((flood) => Math.min(end, flood.end_time ?? end) - Math.max(start, flood.start_time))
    .reduce((sum, span) => sum + span, 0)

  const names = [...new Set(annunciated.map(({ name }) => name))]
  const counts = names.map((name) => annunciated.filter((alarm) => alarm.name === name).length).sort((a, b) => b - a)
  const chattering = names
    .map((name) => {
      const own = recent.filter((alarm) => alarm.name === name)
      const inMinutes = own.filter(isIn).map(({ event_time }) => cameUntil(event_time, MINUTE_MS, own))
      return { name, worst: Math.max(...inMinutes), count: inMinutes.length }
    })
    .filter(({ worst }) => worst >= 3)

  /** Whether an alarm stood at a time, and nobody kept it from operators. */
  const stoodAt = (alarm: (typeof alarms)[number], time: number) =>
    alarm.event_time <= time &&
    (alarm.recover_time === null || alarm.recover_time > time) &&
    !isHeldAt(alarm.name, time)
  /** Just before a time: times are whole. */
  const standingBefore = (time: number) => alarms.filter((alarm) => stoodAt(alarm, time - 1)).length
  const isStaleAt = (alarm: (typeof alarms)[number], time: number) =>
    time >= alarm.event_time + DAY_MS && stoodAt(alarm, time)
  /** It becomes stale after a day, when a hold ends, or was it already: at one of these it is, if at all. */
  const isStaleIn = (alarm: (typeof alarms)[number], from: number, to: number) =>
    [from, alarm.event_time + DAY_MS, ...events.map(({ event_time }) => event_time)].some(
      (time) => from <= time && time < to && isStaleAt(alarm, time),
    )

  const minutes = Array.from({ length: Math.ceil((end - start) / MINUTE_MS) + 1 }, (_, i) =>
    Math.min(end - 1, start + i * MINUTE_MS),
  )
  const countedBy = (keyOf: (time: number) => string) =>
    [...new Set(minutes.map(keyOf))].map(
      (key) => annunciated.filter(({ event_time }) => keyOf(event_time) === key).length,
    )
  const periods = countedBy(clock.period)
  const hours = countedBy(clock.hour)
  /** The stretches of the window in which a name stays the same. On every clock they begin at a whole minute. */
  const stretchesBy = (keyOf: (time: number) => string) => {
    const stretches = new Map<string, { from: number; to: number }>()
    for (const time of minutes) {
      const [key, minute] = [keyOf(time), Math.floor(time / MINUTE_MS) * MINUTE_MS]
      const from = stretches.get(key)?.from ?? Math.max(start, minute)
      stretches.set(key, { from, to: Math.min(end, minute + MINUTE_MS) })
    }
    return [...stretches.values()]
  }
  const staleBetween = ({ from, to }: { from: number; to: number }) =>
    alarms.filter((alarm) => isStaleIn(alarm, from, to)).length
  const series = stretchesBy(clock[bucket]).map(({ from, to }) => {
    const isInside = ({ event_time }: { event_time: number }) => from <= event_time && event_time < to
    const own = annunciated.filter(isInside)
    const ofPeriods = [...new Set(own.map(({ event_time }) => clock.period(event_time)))].map(
      (key) => own.filter(({ event_time }) => clock.period(event_time) === key).length,
    )
    return {
      levels: [1, 2, 3, 4, 5].map((level) => own.filter(({ alarm_level }) => alarm_level === level).length),
      held: alarms.filter((alarm) => isInside(alarm) && isHeldWhenProduced(alarm)).length,
      late: alarms.filter((alarm) => isInside(alarm) && alarm.is_late).length,
      peak: Math.max(0, ...ofPeriods) / positions,
      busy_periods: ofPeriods.filter((count) => count > 10 * positions).length,
      flood_ms: floods
        .map((flood) => Math.min(to, flood.end_time ?? end) - Math.max(from, flood.start_time))
        .reduce((sum, span) => sum + Math.max(0, span), 0),
      chattering: names.filter((name) =>
        own.some((alarm) => {
          const same = recent.filter((other) => other.name === name)
          return alarm.name === name && cameUntil(alarm.event_time, MINUTE_MS, same) >= 3
        }),
      ).length,
      standing: standingBefore(to),
      stale: staleBetween({ from, to }),
    }
  })

  const timesOf = (level: number | null, field: 'confirm_time' | 'recover_time') =>
    annunciated
      .filter(({ alarm_level }) => level === null || alarm_level === level)
      .flatMap((alarm) => (alarm[field] === null ? [] : [alarm[field] - alarm.event_time]))
      .sort((a, b) => a - b)
  /** The least of them that at least this share of them does not exceed. */
  const ranked = (times: readonly number[], percent: number) =>
    times.find((time) => times.filter((other) => other <= time).length * 100 >= percent * times.length) ?? null

  return {
    produced: alarms.filter(isIn).length,
    late: alarms.filter((alarm) => isIn(alarm) && alarm.is_late).length,
    held: alarms.filter((alarm) => isIn(alarm) && isHeldWhenProduced(alarm)).length,
    annunciated: annunciated.length,
    peak: Math.max(0, ...periods) / positions,
    hour_peak: Math.max(0, ...hours) / positions,
    periods: periods.length,
    busy_periods: periods.filter((count) => count > 10 * positions).length,
    hours: hours.length,
    busy_hours: hours.filter((count) => count > 30 * positions).length,
    floods,
    flood_ms: floodMs,
    longest_ms: Math.max(0, ...floods.map(({ start_time, end_time }) => (end_time ?? end) - start_time)),
    distinct: names.length,
    top: counts.slice(0, 10),
    chattering,
    fleeting: annunciated.filter(
      ({ event_time, recover_time, confirm_time }) =>
        recover_time !== null &&
        recover_time <= event_time + 10_000 &&
        !(confirm_time !== null && confirm_time < recover_time),
    ).length,
    stale_now: alarms.filter((alarm) => isStaleAt(alarm, end - 1)).length,
    stale: alarms.filter((alarm) => isStaleIn(alarm, start, end)).map(({ alarm_id }) => alarm_id),
    stale_most_a_day: Math.max(0, ...stretchesBy(clock.day).map(staleBetween)),
    standing: standingBefore(end),
    times: [null, 5, 4, 3, 2, 1].map((level) => ({
      confirmed: timesOf(level, 'confirm_time').length,
      confirm_median: ranked(timesOf(level, 'confirm_time'), 50),
      confirm_p90: ranked(timesOf(level, 'confirm_time'), 90),
      recovered: timesOf(level, 'recover_time').length,
      recover_median: ranked(timesOf(level, 'recover_time'), 50),
      recover_p90: ranked(timesOf(level, 'recover_time'), 90),
    })),
    heat: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((weekday) =>
      Array.from(
        { length: 24 },
        (_, hour) => annunciated.filter(({ event_time }) => clock.weekHour(event_time) === `${weekday} ${hour}`).length,
      ),
    ),
    holdsNow: BEGINS.map(
      (kind) =>
        [...new Set(events.map(nameOf))].filter((name) => isHeldAfter(name, kind, ({ event_time }) => event_time < end))
          .length,
    ),
    series,
  }
}

/** Names for the stretches of a time zone's clock that a time is in; an hour that comes twice has two. */
function clockOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
    timeZoneName: 'longOffset',
  })
  const known = new Map<number, Record<string, string>>()
  const partsAt = (time: number): Record<string, string> => {
    const minute = Math.floor(time / MINUTE_MS)
    const parts =
      known.get(minute) ?? Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
    known.set(minute, parts)
    return parts
  }
  const day = (time: number) => {
    const { year, month, day } = partsAt(time)
    return `${year}-${month}-${day}`
  }
  const hour = (time: number) => `${day(time)} ${partsAt(time).hour} ${partsAt(time).timeZoneName}`
  return {
    day,
    hour,
    period: (time: number) => `${hour(time)} ${Math.floor(Number(partsAt(time).minute) / 10)}`,
    week: (time: number) => {
      const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(partsAt(time).weekday as string)
      return new Date(Date.parse(`${day(time)}T00:00Z`) - weekday * DAY_MS).toISOString().slice(0, 10)
    },
    weekHour: (time: number) => `${partsAt(time).weekday} ${Number(partsAt(time).hour)}`,
  }
}
