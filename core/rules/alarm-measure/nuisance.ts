import { LIMITS } from '../../catalogue/limits.ts'

const FLEETING_MS = 10_000

interface Came {
  /** The number of the alarm. */
  alarm: number
  alarm_time: number
}

export interface Chatter {
  alarm: number
  /** The most in one minute, and when the last of those came: the first such minute. */
  worst: number
  worst_time: number
  /** How often it came in the window. */
  count: number
}

/**
 * Alarms that chatter: at one of their alarms in the window, three or more came in the minute that ends with it,
 * (t − 60 s, t]. Alarms from before `start` are in such a minute, too. They come in the order of time. `onChatter` is called
 * with each time at which an alarm chatters.
 */
export function chatteringOf(
  came: readonly Came[],
  start: number,
  onChatter: (alarm: number, time: number) => void,
): Chatter[] {
  const recent = new Map<number, number[]>()
  const found = new Map<number, Chatter>()
  const counts = new Map<number, number>()
  for (const { alarm, alarm_time } of came) {
    const times = recent.get(alarm) ?? []
    recent.set(alarm, times)
    times.push(alarm_time)
    while ((times[0] as number) <= alarm_time - LIMITS.chatterWindowMs) times.shift()
    if (alarm_time < start) continue
    counts.set(alarm, (counts.get(alarm) ?? 0) + 1)
    if (times.length < LIMITS.chatterAlarms) continue
    onChatter(alarm, alarm_time)
    const known = found.get(alarm)
    if (!known || times.length > known.worst)
      found.set(alarm, { alarm, worst: times.length, worst_time: alarm_time, count: 0 })
  }
  for (const chatter of found.values()) chatter.count = counts.get(chatter.alarm) ?? 0
  return [...found.values()].sort((a, b) => b.worst - a.worst || b.count - a.count || a.alarm - b.alarm)
}

/** Whether an alarm was gone within 10 s, before anybody confirmed it. */
export const isFleeting = ({
  alarm_time,
  recover_time,
  confirm_time,
}: {
  alarm_time: number
  recover_time: number | null
  confirm_time: number | null
}): boolean =>
  recover_time !== null &&
  recover_time - alarm_time <= FLEETING_MS &&
  (confirm_time === null || confirm_time >= recover_time)

/** How often each alarm came, the most frequent first; of equals, the one with the lower number. */
export function mostFrequent(came: readonly Came[]): { alarm: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const { alarm } of came) counts.set(alarm, (counts.get(alarm) ?? 0) + 1)
  return [...counts].map(([alarm, count]) => ({ alarm, count })).sort((a, b) => b.count - a.count || a.alarm - b.alarm)
}
