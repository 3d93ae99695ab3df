import type { Kysely } from 'kysely'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { type Held, heldOf, type LifeAction, liveOn } from '../../../core/rules/alarm-life.ts'
import {
  type ChangedAlarm,
  type EventRow,
  forgetAlarms,
  forgetEvents,
  forgetHolds,
  insertAlarms,
  insertEvents,
  lastEndedAlarms,
  type MovedEvents,
  nextIds,
  standingOf,
  thereOf,
  updateAlarms,
} from '../db/alarm-writes.ts'
import type { Schema } from '../db/schema.ts'
import type { AlarmEventName } from '../fleet/fleet.ts'
import { type AlarmNow, alarmsNow } from './alarm-now.ts'
import type { NoteCode } from './notes.ts'
import { alarmOf, asNumber, lifeOf, type RuleAtDevice, type Written } from './place.ts'
import { type AlarmRow, endedKey, type HoldRow, type StandingRow } from './rows.ts'
import { writtenRows } from './written-rows.ts'

export interface Info {
  alarm_info: string
  alarm_info_en: string | null
}

/** Who did it; null for the product itself. */
export interface By {
  user_id: number
  user_name: string
  /** Who acts as that user, in a simulated session. */
  by_user_id?: number | null
}

interface Came extends Info {
  at: RuleAtDevice
  time: number
  value: Value
  isLate: boolean
  /** How often it came again, of which nothing else is written. */
  further?: number
}

interface Past extends Came {
  is: 'past'
  recover_time: number
  isSuppressed: boolean
}

export type Change =
  | (Came & { is: 'produced' })
  /** It came again, `further` times, and nothing else is written of that than how it ends: since then it is over, or it stands. */
  | (Came & { is: 'repeated'; further: number; recover_time: number | null })
  /** It stood in the past, and nobody knew. `isSuppressed`: by design, all the while. */
  | Past
  /** The same, `further` times, and nothing else is written of it. */
  | (Omit<Past, 'is'> & { is: 'counted'; further: number })
  | { is: 'recovered'; at: RuleAtDevice; time: number }
  /** It stood before it was known to. */
  | { is: 'moved'; at: RuleAtDevice; time: number; value: Value }
  /** Of one that was read from late readings: when it stood, and whether the design suppressed it, is known better. */
  | {
      is: 'reshaped'
      at: RuleAtDevice
      row: AlarmRow
      time: number
      recover_time: number
      value: Value
      isSuppressed: boolean
    }
  /** One that was read from late readings, and stands yet, as more of them say. */
  | { is: 'reopened'; at: RuleAtDevice; row: AlarmRow; time: number; value: Value }
  /** It never was, as later readings say. `before`: the occurrence that it stood for with itself. */
  | { is: 'refuted'; at: RuleAtDevice; row: AlarmRow; before: AlarmRow | null }
  | { is: 'noted'; at: RuleAtDevice; row: AlarmRow; note_code: NoteCode }
  /** `isRecorded`: whether it has an event. */
  | { is: 'suppressed' | 'unsuppressed'; at: RuleAtDevice; time: number; isRecorded?: boolean }
  | { is: 'shelved' | 'out_of_service'; at: RuleAtDevice; time: number; by: By; hold: HoldRow; reason: string }
  | { is: 'unshelved' | 'in_service'; at: RuleAtDevice; time: number; by: By | null }

type HoldChange = Extract<Change, { is: keyof typeof HOLD_EVENTS }>

export interface AlarmNotice {
  at: RuleAtDevice
  alarm: Alarm
  event: AlarmEventName
}

/** By the numbers that the contract has for them. */
export const HOLD_EVENTS = {
  shelved: 4,
  unshelved: 5,
  suppressed: 6,
  unsuppressed: 7,
  out_of_service: 8,
  in_service: 9,
} as const
const NOBODY = { confirm_time: null, confirm_user_id: null, confirm_userName: null, confirm_by_user_id: null }
const CONFIRMED_SINCE: NoteCode = 'confirmed-since'
/** What came later than this is history: nobody is called for it. */
const OLD_NEWS_MS = HOUR_MS

/** What may write a new alarm. */
const COMES: ReadonlySet<Change['is']> = new Set(['produced', 'repeated', 'past', 'counted'])

/** Where what is not written by itself may be counted. */
function lastEndedOf(q: Kysely<Schema>, changes: readonly Change[], alarmNow: AlarmNow): Promise<AlarmRow[]> {
  const counted = changes.filter(({ is, at }) => is === 'counted' || (is === 'repeated' && alarmNow(at) === null))
  return lastEndedAlarms(q, Array.from(new Set(counted.map(({ at }) => at)), ofRule))
}

/**
 * Writes changes in their order, in as few statements as possible. Nothing of `at` is changed before `settle`, which is
 * called once the transaction is committed and returns the notices to send.
 */
export async function writeChanges(
  q: Kysely<Schema>,
  changes: readonly Change[],
  now: number,
): Promise<{ settle(): AlarmNotice[] }> {
  const there = await thereOf(q, [...new Set(changes.map(({ at }) => at.device.device_id))])
  const alive = changes.filter(({ at }) => there.has(at.device.device_id))
  const ids = await nextIds(q, alive.filter(({ is }) => COMES.has(is)).length)
  const alarmNow = await alarmsNow(
    q,
    alive.map(({ at }) => at),
  )
  const changeset = new Changeset(ids, await lastEndedOf(q, alive, alarmNow), alarmNow, now)
  for (const change of alive) changeset.add(change)
  const updated = new Map((await updateAlarms(q, [...changeset.updated.values()])).map((row) => [row.alarm_id, row]))
  // After the others: of an alarm that recovers and comes again, only one may be open.
  const inserted = new Set(await insertAlarms(q, [...changeset.inserted.values()]))
  await forgetEvents(q, changeset.moved)
  await insertEvents(q, changeset.events)
  await forgetHolds(q, changeset.endedHolds)
  await forgetAlarms(q, changeset.gone)
  const { asWritten, announced } = await writtenRows(q, changeset, { inserted, updated })
  return {
    settle() {
      for (const [at, draft] of changeset.drafts) {
        const alarm = draft.alarm && asWritten(draft.alarm)
        Object.assign(at, draft, { alarm: alarm && isUnended(alarm) ? standingOf(alarm) : null })
        at.writes += 1
      }
      return changeset.notices.flatMap(({ at, row, event }) => {
        const alarm = announced(row)
        return alarm ? [{ at, alarm: alarmOf(alarm, at), event }] : []
      })
    },
  }
}

const isUnended = ({ recover_time, confirm_time, held }: StandingRow) =>
  recover_time === null || (confirm_time === null && held === null)

/** What one transaction writes, drawn up in memory. */
class Changeset {
  readonly drafts = new Map<RuleAtDevice, Written>()
  readonly inserted = new Map<number, AlarmRow>()
  readonly updated = new Map<number, ChangedAlarm>()
  events: EventRow[] = []
  readonly endedHolds: HoldRow[] = []
  readonly gone: AlarmRow[] = []
  /** With the events that are written anew. */
  readonly moved: MovedEvents[] = []
  readonly notices: { at: RuleAtDevice; row: StandingRow; event: AlarmEventName }[] = []
  readonly #ids: number[]
  readonly #now: number
  readonly #alarmNow: AlarmNow
  /** By `endedKey`, the last alarms that ended: confirmed, or kept from operators. */
  readonly #lastEnded = new Map<string, StandingRow>()

  constructor(ids: number[], lastEnded: readonly AlarmRow[], alarmNow: AlarmNow, now: number) {
    this.#ids = ids
    this.#alarmNow = alarmNow
    this.#now = now
    for (const row of lastEnded) this.#lastEnded.set(endedKey(row), row)
  }

  add(change: Change): void {
    const { at } = change
    const draft = this.drafts.get(at) ?? { alarm: this.#alarmNow(at), hold: at.hold, isSuppressed: at.isSuppressed }
    this.drafts.set(at, draft)
    if (change.is === 'produced') this.#produce(draft, change)
    else if (change.is === 'repeated') this.#repeat(draft, change)
    else if (change.is === 'past') this.#remember(draft, change)
    else if (change.is === 'counted') this.#count(draft, change)
    else if (change.is === 'recovered') this.#recover(draft, change)
    else if (change.is === 'moved') this.#move(draft, change)
    else if (change.is === 'reshaped') this.#reshape(draft, change)
    else if (change.is === 'reopened') this.#reopen(draft, change)
    else if (change.is === 'refuted') this.#refute(draft, change)
    else if (change.is === 'noted') this.#note(draft, change)
    else this.#hold(draft, change)
  }

  #row({ at: { device, rule }, time, value, alarm_info, alarm_info_en, isLate }: Came): AlarmRow {
    return {
      tenant_id: device.tenant_id,
      alarm_id: this.#ids.pop() as number,
      device_id: device.device_id,
      sn_code: device.sn_code,
      rule_id: rule.rule_id,
      key: rule.key,
      alarm_level: rule.alarm_level,
      alarm_name: rule.alarm_name,
      alarm_name_en: rule.alarm_name_en,
      alarm_info,
      alarm_info_en,
      alarm_time: time,
      alarm_value: asNumber(value),
      recover_time: null,
      ...NOBODY,
      alarm_note: null,
      note_code: null,
      held: null,
      next_alarm_id: null,
      repeats: 0,
      is_late: isLate,
    }
  }

  #keep(row: StandingRow, { isUnconfirmed = false, isNew = false } = {}): StandingRow {
    const { alarm_id } = row
    const before = this.updated.get(alarm_id)
    const made = this.inserted.get(alarm_id)
    if (made) this.inserted.set(alarm_id, { ...made, ...row })
    else
      this.updated.set(alarm_id, {
        row,
        isUnconfirmed: isUnconfirmed || !!before?.isUnconfirmed,
        isNew: isNew || !!before?.isNew,
      })
    return row
  }

  /** It is over for operators: what comes again may be counted there. */
  #end(row: StandingRow): void {
    if (row.held || row.confirm_time !== null) this.#lastEnded.set(endedKey(row), row)
  }

  /** Where nothing stands for an alarm that is held or not: the last one that was kept from operators, or else was confirmed. */
  #ended(at: RuleAtDevice, is_late: boolean, held: Held | null): StandingRow | null {
    const last = (confirm_time: number | null) =>
      this.#lastEnded.get(endedKey({ ...ofRule(at), is_late, confirm_time }))
    return last(null) ?? (held ? null : (last(0) ?? null))
  }

  #event(
    at: RuleAtDevice,
    alarm_id: number | null,
    event_time: number,
    alarm_type: number,
    by: By | null = null,
    said: Pick<EventRow, 'note' | 'note_code'> = {},
  ) {
    const { tenant_id, device_id } = at.device
    const who = { user_id: by?.user_id ?? null, user_name: by?.user_name ?? null, by_user_id: by?.by_user_id ?? null }
    const { rule_id } = at.rule
    this.events.push({ tenant_id, alarm_id, rule_id, device_id, event_time, alarm_type, ...who, ...said })
  }

  /** Announces a row to operators: one that is held, or older than an hour, calls nobody. */
  #announceCame(at: RuleAtDevice, row: StandingRow): void {
    const isOld = row.is_late && row.alarm_time < this.#now - OLD_NEWS_MS
    this.notices.push({ at, row, event: row.held ? 'held' : isOld ? 'late' : 'produced' })
  }

  #produce(draft: Written, came: Came): void {
    const { at } = came
    const before = lifeOf(draft)
    if (before.isActive) return
    const row = { ...this.#row(came), held: heldOf(before) }
    const earlier = draft.alarm
    if (earlier) {
      this.#keep({ ...earlier, next_alarm_id: row.alarm_id })
      row.repeats = earlier.repeats + 1
    }
    row.repeats += came.further ?? 0
    this.inserted.set(row.alarm_id, row)
    draft.alarm = row
    this.#event(at, row.alarm_id, came.time, 1)
    this.#announceCame(at, row)
  }

  /** The occurrence before goes on, as if it had not been over; where it has ended, another one begins. */
  #repeat(draft: Written, change: Change & { is: 'repeated' }): void {
    const { at, further, recover_time } = change
    const held = heldOf(lifeOf(draft))
    const alarm = draft.alarm ?? this.#ended(at, change.isLate, held)
    if (alarm === null) this.#produce(draft, { ...change, further: further - 1 })
    else if (draft.alarm === null && alarm.confirm_time !== null) {
      draft.alarm = this.#unconfirm(alarm, change, null)
      this.#announceCame(at, draft.alarm)
    } else {
      const isNew = draft.alarm === null && held === null
      const row = this.#keep({ ...alarm, recover_time: null, held, repeats: alarm.repeats + further }, { isNew })
      draft.alarm = row
      if (alarm.recover_time !== null) {
        this.moved.push([row, [2]])
        this.events = this.events.filter(({ alarm_id, alarm_type }) => alarm_id !== row.alarm_id || alarm_type !== 2)
      }
      if (isNew) this.#announceCame(at, row)
      else if (recover_time === null) this.notices.push({ at, row, event: 'moved' })
    }
    if (recover_time !== null) this.#recover(draft, { is: 'recovered', at, time: recover_time })
  }

  /** The notice carries the alarm's current occurrence: an earlier one must not take its place. */
  #remember(draft: Written, came: Came & { recover_time: number; isSuppressed: boolean }): void {
    const { at, recover_time } = came
    const row = { ...this.#row(came), recover_time, held: heldThen(draft, came.isSuppressed) }
    this.#event(at, row.alarm_id, came.time, 1)
    this.#event(at, row.alarm_id, recover_time, 2)
    const head = draft.alarm
    if (!row.held && head && head.confirm_time !== null) {
      // It stands, and somebody has seen it: whoever knows that need not see what was before.
      Object.assign(row, { confirm_time: this.#now, note_code: CONFIRMED_SINCE })
      this.#event(at, row.alarm_id, this.#now, 3, null, { note_code: CONFIRMED_SINCE })
    } else if (!row.held) this.#join(draft, row)
    row.repeats += came.further ?? 0
    this.inserted.set(row.alarm_id, row)
    this.#end(row)
    if (draft.alarm && draft.alarm !== row) this.notices.push({ at, row: draft.alarm, event: 'late' })
    else this.#announceCame(at, row)
  }

  /** One that was confirmed and is over stands for what came since then; what became of it before stays in its events. */
  #unconfirm(row: StandingRow, { at, time, value, further = 1 }: Came, recover_time: number | null): StandingRow {
    this.#event(at, row.alarm_id, time, 1)
    const came = { alarm_time: time, alarm_value: asNumber(value), recover_time, held: null, repeats: further - 1 }
    return this.#keep({ ...row, ...NOBODY, ...came }, { isUnconfirmed: true, isNew: true })
  }

  /** The alarm that operators see came so many times more, or the last one that they were not to see. */
  #count(draft: Written, change: Change & { is: 'counted' }): void {
    const { at, further, recover_time, isSuppressed } = change
    const held = heldThen(draft, isSuppressed)
    const row = (!held && draft.alarm) || this.#ended(at, true, held)
    if (!row) {
      this.#remember(draft, { ...change, further: further - 1 })
      return
    }
    const isHead = row === draft.alarm
    const isConfirmed = !isHead && row.confirm_time !== null
    const kept = isConfirmed
      ? this.#unconfirm(row, change, recover_time)
      : this.#keep({ ...row, held: isHead ? row.held : held, repeats: row.repeats + further })
    if (isConfirmed) this.#event(at, row.alarm_id, recover_time, 2)
    if (isHead || !held) draft.alarm = kept
    else this.#end(kept)
    this.notices.push({ at, row: draft.alarm ?? kept, event: 'late' })
  }

  /** An occurrence of the past that is to be confirmed, beside the one that stands for the alarm. */
  #join(draft: Written, row: StandingRow): void {
    const head = draft.alarm
    const isBefore = head !== null && row.alarm_time < head.alarm_time
    if (isBefore) row.next_alarm_id = head.alarm_id
    else row.repeats = head ? head.repeats + 1 : 0
    const other = isBefore ? { repeats: head.repeats + 1 } : { next_alarm_id: row.alarm_id }
    const kept = head && this.#keep({ ...head, ...other })
    draft.alarm = isBefore ? kept : row
  }

  #recover(draft: Written, { at, time }: Change & { is: 'recovered' }): void {
    const { alarm } = draft
    if (alarm?.recover_time !== null) return
    const recover_time = Math.max(time, alarm.alarm_time)
    const isRefuted = at.rule.condition === 'no_data' && time < alarm.alarm_time
    const said: { note_code?: NoteCode } = isRefuted ? { note_code: 'not-silent' } : {}
    const row = this.#keep({ ...alarm, recover_time, note_code: alarm.note_code ?? said.note_code ?? null })
    const after = liveOn(lifeOf(draft), { is: 'recovered' })
    draft.alarm = after.isConfirmed ? null : row
    this.#end(row)
    this.#event(at, row.alarm_id, recover_time, 2, null, said)
    if (draft.hold?.kind === 'SHLVD' && after.shelf === null) {
      this.endedHolds.push(draft.hold)
      draft.hold = null
      this.#event(at, row.alarm_id, recover_time, 5)
    }
    this.notices.push({ at, row, event: 'recovered' })
  }

  #move(draft: Written, { at, time, value }: Change & { is: 'moved' }): void {
    const { alarm } = draft
    if (alarm?.recover_time !== null || time >= alarm.alarm_time) return
    const row = this.#keep({ ...alarm, alarm_time: time, alarm_value: asNumber(value) })
    draft.alarm = row
    this.moved.push([row, [1]])
    this.#event(at, row.alarm_id, time, 1)
    this.notices.push({ at, row, event: 'moved' })
  }

  /** An occurrence of the past, which may be the one that stands for the alarm. */
  #revise(draft: Written, row: StandingRow, revised: Partial<StandingRow>): StandingRow {
    const isNewest = draft.alarm?.alarm_id === row.alarm_id
    const kept = this.#keep({ ...((isNewest && draft.alarm) || row), ...revised })
    if (isNewest) draft.alarm = kept
    return kept
  }

  #reshape(draft: Written, change: Change & { is: 'reshaped' }): void {
    const { at, row, time, recover_time, value, isSuppressed } = change
    const held = row.held === null || row.held === 'DSUPR' ? heldThen({ hold: null }, isSuppressed) : row.held
    const kept = this.#revise(draft, row, { alarm_time: time, recover_time, alarm_value: asNumber(value), held })
    if (held && draft.alarm?.alarm_id === kept.alarm_id) draft.alarm = null
    // What nobody was to see, somebody has to.
    if (row.held && !held && kept.confirm_time === null) {
      this.#join(draft, kept)
      this.#keep(kept)
    }
    this.moved.push([kept, [1, 2]])
    this.#event(at, kept.alarm_id, time, 1)
    this.#event(at, kept.alarm_id, recover_time, 2)
    this.notices.push({ at, row: draft.alarm ?? kept, event: 'moved' })
  }

  #reopen(draft: Written, { at, row, time, value }: Change & { is: 'reopened' }): void {
    const stands = { recover_time: null, held: heldOf(lifeOf(draft)) }
    draft.alarm = this.#revise(draft, row, { alarm_time: time, alarm_value: asNumber(value), ...stands })
    this.moved.push([draft.alarm, [1, 2]])
    this.#event(at, row.alarm_id, time, 1)
    this.notices.push({ at, row: draft.alarm, event: 'moved' })
  }

  /** Its place in the row of occurrences is closed; who looks at it sees it go. */
  #refute(draft: Written, { at, row, before }: Change & { is: 'refuted' }): void {
    this.gone.push(row)
    const isNewest = draft.alarm?.alarm_id === row.alarm_id
    const left = before && this.#keep({ ...before, next_alarm_id: row.next_alarm_id })
    if (isNewest) draft.alarm = left
    else if (draft.alarm && row.next_alarm_id !== null)
      draft.alarm = this.#keep({ ...draft.alarm, repeats: Math.max(0, draft.alarm.repeats - 1) })
    const over = { recover_time: row.recover_time ?? this.#now, confirm_time: this.#now }
    this.notices.push({ at, row: { ...row, ...over }, event: 'moved' })
    if (draft.alarm) this.notices.push({ at, row: draft.alarm, event: 'moved' })
  }

  #note(draft: Written, { at, row, note_code }: Change & { is: 'noted' }): void {
    const kept = this.#revise(draft, row, { note_code: row.note_code ?? note_code })
    this.#event(at, kept.alarm_id, this.#now, 10, null, { note_code })
    this.notices.push({ at, row: draft.alarm ?? kept, event: 'noted' })
  }

  #hold(draft: Written, change: HoldChange): void {
    const { at, is, time } = change
    const before = lifeOf(draft)
    const after = liveOn(before, actionOf(change))
    if ('hold' in change) draft.hold = change.hold
    else if ((is === 'unshelved' || is === 'in_service') && draft.hold) {
      this.endedHolds.push(draft.hold)
      draft.hold = null
    } else draft.isSuppressed = after.isSuppressed
    const isAgain = draft.alarm?.recover_time === null && before.isConfirmed && !after.isConfirmed
    const again = isAgain ? NOBODY : {}
    const row = draft.alarm && this.#keep({ ...draft.alarm, held: heldOf(after), ...again }, { isUnconfirmed: isAgain })
    draft.alarm = row?.recover_time !== null && row?.held ? null : row
    if (row && !draft.alarm) this.#end(row)
    const by = 'by' in change ? change.by : null
    const said = 'hold' in change ? { note: change.reason } : {}
    const isRecorded = !('isRecorded' in change) || change.isRecorded
    if (isRecorded) this.#event(at, row?.alarm_id ?? null, time, HOLD_EVENTS[is], by, said)
    if (row) this.notices.push({ at, row, event: is })
  }
}

/** Why one of the past is kept from operators: what people hold now, they want to hear nothing of. */
const heldThen = ({ hold }: Pick<Written, 'hold'>, wasSuppressed: boolean): Held | null =>
  hold?.kind ?? (wasSuppressed ? 'DSUPR' : null)

const ofRule = ({ device: { tenant_id, device_id }, rule: { rule_id } }: RuleAtDevice) => ({
  tenant_id,
  rule_id,
  device_id,
})

function actionOf(change: HoldChange): LifeAction {
  if (change.is !== 'shelved') return { is: change.is }
  return { is: 'shelved', until: change.hold.end_time, isOneShot: change.hold.is_one_shot }
}
