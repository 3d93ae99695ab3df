import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { AnswerForEach } from '../../../core/contract/alarm.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers, ParsedInputOf } from '../../../core/contract/endpoint.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, mayActOn, principalOf } from '../http/caller.ts'
import { goOnWithin } from '../limits/call-now.ts'
import { demand } from '../limits/limiter.ts'
import type { Budgets } from '../limits/rates.ts'
import { alarmListAnswers } from './alarm-lists.ts'
import type { Alarms } from './alarms.ts'
import { alarmsWhere, type FoundAlarmParts, seenDeviceOf } from './found-alarms.ts'
import { byOf } from './hold-ends.ts'
import type { HoldRequest } from './holds.ts'
import type { AlarmPlace } from './known-holds.ts'
import { holdsOf, ruleOf } from './listed-rows.ts'
import type { HoldRow } from './rows.ts'

export interface AlarmAnswerParts extends FoundAlarmParts {
  budgets: Pick<Budgets, 'alarmActs' | 'alarmActsOfOrganisation'>
  alarms: Pick<Alarms, 'confirm' | 'confirmMany' | 'note' | 'holds'>
}

type HoldInput = Omit<ParsedInputOf<Contract['alarm']['hold']>, 'sn_code' | 'rule_id'>

/** So many alarms keep the store busy as long as a call does. */
const ALARMS_OF_CALL = 20

/** What is done to alarms waits for its turn: by then their devices may be moved out of the caller's reach. */
function goOnWhileSeen(caller: Caller, places: readonly { device: LiveDevice }[]): void {
  goOnWithin(() => {
    if (!places.every(({ device }) => mayActOn(caller, device))) throw new ApiError('100002')
  })
}

function requireMayActOn(caller: Caller, device: LiveDevice): LiveDevice {
  if (!mayActOn(caller, device)) throw new ApiError('110539')
  return device
}

/** What the caller may keep from operators, or end. */
const kindsOf = ({ roles }: Caller): HoldRow['kind'][] => [
  ...(hasRight(roles, 'P73200') ? (['SHLVD'] as const) : []),
  ...(hasRight(roles, 'P73300') ? (['OOSRV'] as const) : []),
]

/** Refuses with 100015 what the caller may not ask for. */
const requestOf = (caller: Caller, hold: HoldInput): HoldRequest => {
  if (!kindsOf(caller).includes(hold.is_out_of_service ? 'OOSRV' : 'SHLVD')) throw new ApiError('100015')
  return holdRequestOf(hold)
}

function holdRequestOf({ minutes, is_out_of_service, is_one_shot, reason }: HoldInput): HoldRequest {
  const end_time = Date.now() + minutes * MINUTE_MS
  // What is out of service does not come back with its alarm.
  if (is_out_of_service) return { kind: 'OOSRV', end_time, is_one_shot: false, reason }
  return { kind: 'SHLVD', end_time, is_one_shot, reason }
}

export function alarmAnswers(parts: AlarmAnswerParts): Answers<Contract['alarm'], Caller> {
  const { db, fleet, alarms, budgets } = parts

  /** What is done to so many alarms stays in their events, however few calls it takes. */
  const countActs = (caller: Caller, count: number): void =>
    demand(
      [budgets.alarmActs, principalOf(caller), count],
      [budgets.alarmActsOfOrganisation, `${caller.tenant_id}`, count],
    )

  async function goOnWithAlarm(caller: Caller, alarm_id: string): Promise<void> {
    const device = requireMayActOn(caller, await seenDeviceOf(parts, caller, alarm_id))
    countActs(caller, 1)
    goOnWhileSeen(caller, [{ device }])
  }

  /** Each with its own answer; what is refused stops none of the others. */
  async function eachOf(
    caller: Caller,
    alarm_ids: readonly string[],
    actAll: (places: readonly AlarmPlace[]) => Promise<unknown[]>,
  ): Promise<AnswerForEach> {
    const seen = await alarmsWhere(parts, mayActOn, caller, alarm_ids)
    countActs(caller, seen.size)
    caller.spend?.(Math.floor(seen.size / ALARMS_OF_CALL))
    const ids = [...seen.keys()]
    goOnWhileSeen(caller, [...seen.values()])
    const done = await actAll([...seen.values()])
    const isDone = new Set(ids.filter((_, i) => done[i]))
    const results = Array.from(new Set(alarm_ids), (alarm_id) => {
      return { alarm_id, code: isDone.has(alarm_id) ? '100001' : '100002' }
    })
    return { results }
  }

  const asHold = async (caller: Caller, hold: HoldRow, device: LiveDevice) => {
    const [shown] = await db.tenant(caller.tenant_id, (q) => holdsOf(q, [device.device_id], hold.rule_id))
    // Somebody else may have ended it at the same time.
    if (!shown) throw new ApiError('100002')
    return shown
  }

  return {
    ...alarmListAnswers(parts),

    async confirm({ alarm_id, alarm_note }, caller) {
      await goOnWithAlarm(caller, alarm_id)
      return alarms.confirm(caller.tenant_id, alarm_id, byOf(caller), alarm_note)
    },

    async confirmMany({ alarm_ids, alarm_note }, caller) {
      const seen = await alarmsWhere(parts, mayActOn, caller, alarm_ids)
      countActs(caller, seen.size)
      caller.spend?.(Math.floor(seen.size / ALARMS_OF_CALL))
      goOnWhileSeen(caller, [...seen.values()])
      const codes = await alarms.confirmMany(caller.tenant_id, [...seen.keys()], byOf(caller), alarm_note)
      return { results: alarm_ids.map((alarm_id) => ({ alarm_id, code: codes.get(alarm_id) ?? '100002' })) }
    },

    async note({ alarm_id, alarm_note }, caller) {
      await goOnWithAlarm(caller, alarm_id)
      return alarms.note(caller.tenant_id, alarm_id, byOf(caller), alarm_note)
    },

    shelve({ alarm_ids, ...hold }, caller) {
      const request = requestOf(caller, hold)
      return eachOf(caller, alarm_ids, (places) => alarms.holds.putAll(caller, places, request))
    },

    unshelve: ({ alarm_ids }, caller) =>
      eachOf(caller, alarm_ids, (places) => alarms.holds.endAll(caller, places, kindsOf(caller))),

    async hold({ sn_code, rule_id, ...hold }, caller) {
      const device = requireMayActOn(caller, seenDevice(fleet, caller, sn_code))
      countActs(caller, 1)
      goOnWhileSeen(caller, [{ device }])
      const place = { device_id: device.device_id, rule_id: ruleOf(rule_id) }
      return asHold(caller, await alarms.holds.put(caller, place, requestOf(caller, hold)), device)
    },

    async release({ sn_code, rule_id }, caller) {
      const device = requireMayActOn(caller, seenDevice(fleet, caller, sn_code))
      countActs(caller, 1)
      goOnWhileSeen(caller, [{ device }])
      await alarms.holds.end(caller, { device_id: device.device_id, rule_id: ruleOf(rule_id) }, kindsOf(caller))
      return {}
    },
  }
}
