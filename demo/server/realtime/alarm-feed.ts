import type { Alarm } from '../../../core/contract/alarm.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { visibleTo } from '../http/without-people.ts'

/** Letters of alarms that are kept for sockets that have not got them yet. */
const KEPT_LETTERS = 8 * 1_048_576

interface Place {
  tenant_id: number
  group_id: number | null
}

interface Entry extends Place {
  alarm: Alarm
  /** The frame for the organisation's own users. */
  text: string
  /** Frames for guests: by the name of those whom the alarm names, and one, by '', for all others. */
  ofGuests: Map<string, string>
}

/**
 * The newest alarms of an organisation for its sockets. Each is kept once, however many sockets have still to get it: a
 * socket has its place among them.
 */
export interface AlarmFeed {
  add(place: Place, alarm: Alarm): void
  /** The place of whoever begins to listen. */
  readonly end: number
  /** The place of the first one that is kept. */
  readonly start: number
  /** Frames for a caller from his place on, until these have so many letters, and his next place. */
  take(from: number, caller: Caller, letters: number): { texts: string[]; next: number }
  /** What is before this place is kept no longer. */
  forget(before: number): void
  /** How many are kept. */
  readonly size: number
}

function textFor({ alarm, text, ofGuests }: Entry, caller: Caller): string {
  if (!caller.guest) return text
  // A guest reads his own name and nobody else's.
  const name = text.includes(JSON.stringify(caller.user_name)) ? caller.user_name : ''
  const shown = ofGuests.get(name) ?? frameOf(visibleTo({ ...caller, user_name: name }, alarm))
  ofGuests.set(name, shown)
  return shown
}

const frameOf = (alarm: Alarm): string => JSON.stringify({ type: 'alarm', alarm })

export function createAlarmFeed(): AlarmFeed {
  let entries: Entry[] = []
  /** The place of the first one. */
  let first = 0
  let letters = 0

  function drop(count: number): void {
    for (const { text } of entries.slice(0, count)) letters -= text.length
    entries = entries.slice(count)
    first += count
  }

  return {
    add(place, alarm) {
      const text = frameOf(alarm)
      entries.push({ ...place, alarm, text, ofGuests: new Map() })
      letters += text.length
      if (letters <= KEPT_LETTERS) return
      // A quarter at once: to move all others for each one would take long.
      let count = 0
      for (let left = letters; left > 0.75 * KEPT_LETTERS && count < entries.length; count++)
        left -= entries[count]?.text.length ?? 0
      drop(count)
    },
    get start() {
      return first
    },
    get end() {
      return first + entries.length
    },
    take(from, caller, most) {
      const texts: string[] = []
      let next = from
      for (let left = most; left > 0 && next < first + entries.length; next++) {
        const entry = entries[next - first] as Entry
        if (!canSee(caller, { ...entry, sn_code: entry.alarm.sn_code })) continue
        const text = textFor(entry, caller)
        texts.push(text)
        left -= text.length
      }
      return { texts, next }
    },
    forget(before) {
      const count = Math.min(entries.length, before - first)
      if (count > 0) drop(count)
    },
    get size() {
      return entries.length
    },
  }
}
