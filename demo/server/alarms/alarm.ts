import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { AnswerForEach } from '../../../core/contract/alarm.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers, ParsedInputOf } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import type { Ask } from '../db/find-in-pieces.ts'
import { countOf } from '../db/newest-rows.ts'
import { seenDevice } from '../devices/index.ts'
import { sheetFile } from '../files/sheet-files.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { type Caller, canSee, mayActOn } from '../http/caller.ts'
import { sortOf } from '../http/sort.ts'
import { goOnWithin } from '../limits/call-now.ts'
import { hasScreen } from '../templates/index.ts'
import type { Alarms } from './alarms.ts'
import { requestedDevices, type Where } from './devices-of.ts'
import { alarmSheet } from './file.ts'
import { byOf, type HoldRequest } from './holds.ts'
import type { AlarmPlace } from './known-holds.ts'
import { alarmsOf, countsByLevel, pageOf, pastAlarms, rowsOf, SORTS, UNENDED } from './list.ts'
import { holdsOf, readAlarm, ruleOf, suppressedOf, whereOf } from './listed-rows.ts'
import type { HoldRow } from './rows.ts'

export interface AlarmAnswerParts {
  db: Db
  fleet: Fleet
  alarms: Pick<Alarms, 'confirm' | 'confirmMany' | 'note' | 'holds'>
}

type HoldInput = Omit<ParsedInputOf<Contract['alarm']['hold']>, 'sn_code' | 'rule_id'>

/** So many alarms keep the store busy as long as a call does. */
const ALARMS_OF_CALL = 20

function requireOrder(start: number | undefined, end: number | undefined): void {
  if (start !== undefined && end !== undefined && end <= start) throw new ApiError('110542')
}

/** How many of these there are by level, and the worst that is not kept from operators. */
async function countsIn(found: ReturnType<typeof alarmsOf>) {
  const levels = await countsByLevel(found)
  const [worst = null] = await rowsOf(found.where(UNENDED).where('a.held', 'is', null), (some) =>
    some
      .orderBy('a.alarm_level', 'desc')
      // As in the list: what nobody has seen, then what still stands.
      .orderBy((of) => of('a.confirm_time', 'is not', null))
      .orderBy((of) => of('a.recover_time', 'is not', null))
      .orderBy('a.alarm_time', 'desc')
      .limit(1),
  )
  const held = levels.reduce((sum, level) => sum + level.held, 0)
  const shown = levels.filter(({ open }) => open > 0)
  return { levels: shown.map(({ held: _, ...level }) => level), held, worst }
}

export function alarmAnswers({ db, fleet, alarms }: AlarmAnswerParts): Answers<Contract['alarm'], Caller> {
  const devicesOf = (caller: Caller, where: Where) => requestedDevices({ db, fleet }, caller, where)

  /** Of these alarms, those whose device the caller sees, or may act on, by alarm_id. */
  async function alarmsWhere(may: typeof canSee, caller: Caller, alarm_ids: readonly string[]) {
    const found = await db.tenant(caller.tenant_id, (q) => whereOf(q, alarm_ids))
    return new Map(
      found.flatMap((row) => {
        const device = fleet.of(row)
        return device && may(caller, device) ? [[String(row.alarm_id), { ...row, device }] as const] : []
      }),
    )
  }

  /** What is done to alarms waits for its turn: by then their devices may be moved out of the caller's reach. */
  function goOnWhileSeen(caller: Caller, places: readonly { device: LiveDevice }[]): void {
    goOnWithin(() => {
      if (!places.every(({ device }) => mayActOn(caller, device))) throw new ApiError('100002')
    })
  }

  async function seenDeviceOf(caller: Caller, alarm_id: string): Promise<LiveDevice> {
    const seen = (await alarmsWhere(canSee, caller, [alarm_id])).get(alarm_id)
    if (!seen) throw new ApiError('100002')
    return seen.device
  }

  function requireMayActOn(caller: Caller, device: LiveDevice): LiveDevice {
    if (!mayActOn(caller, device)) throw new ApiError('110539')
    return device
  }

  async function goOnWithAlarm(caller: Caller, alarm_id: string): Promise<void> {
    goOnWhileSeen(caller, [{ device: requireMayActOn(caller, await seenDeviceOf(caller, alarm_id)) }])
  }

  /** Each with its own answer; what is refused stops none of the others. */
  async function eachOf(
    caller: Caller,
    alarm_ids: readonly string[],
    actAll: (places: readonly AlarmPlace[]) => Promise<unknown[]>,
  ): Promise<AnswerForEach> {
    const seen = await alarmsWhere(mayActOn, caller, alarm_ids)
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

  const asHold = async (caller: Caller, hold: HoldRow, device: LiveDevice) => {
    const [shown] = await db.tenant(caller.tenant_id, (q) => holdsOf(q, [device.device_id], hold.rule_id))
    // Somebody else may have ended it at the same time.
    if (!shown) throw new ApiError('100002')
    return shown
  }

  return {
    async open({ page, page_size, sort, ...filter }, caller) {
      const devices = await devicesOf(caller, filter)
      return db.tenant(caller.tenant_id, (q) =>
        pageOf(q, alarmsOf(q, { ...filter, devices }, Date.now()).where(UNENDED), { page, page_size, sort }),
      )
    },

    async feed({ before, limit, ...filter }, caller) {
      const devices = await devicesOf(caller, filter)
      return db.tenant(caller.tenant_id, async (q) => {
        const found = alarmsOf(q, { ...filter, devices }, Date.now()).where(UNENDED)
        const page = found.$if(before !== undefined, (some) => some.where('a.alarm_id', '<', Number(before)))
        const rows = await rowsOf(page, (some) => some.orderBy('a.alarm_id', 'desc').limit(limit + 1))
        const isMore = rows.length > limit
        const shown = rows.slice(0, limit)
        return { rows: shown, next: isMore ? (shown.at(-1)?.alarm_id ?? null) : null, total: await countOf(q, found) }
      })
    },

    async counts(filter, caller) {
      const devices = await devicesOf(caller, filter)
      return db.tenant(caller.tenant_id, (q) => countsIn(alarmsOf(q, { ...filter, devices }, Date.now())))
    },

    async one({ alarm_id }, caller) {
      const device = await seenDeviceOf(caller, alarm_id)
      return db.tenant(caller.tenant_id, async (q) => {
        const found = await readAlarm(q, alarm_id)
        if (!found) throw new ApiError('100002')
        return { ...found, has_screen: await hasScreen(q, caller, device) }
      })
    },

    async confirm({ alarm_id, alarm_note }, caller) {
      await goOnWithAlarm(caller, alarm_id)
      return alarms.confirm(caller.tenant_id, alarm_id, byOf(caller), alarm_note)
    },

    async confirmMany({ alarm_ids, alarm_note }, caller) {
      const seen = await alarmsWhere(mayActOn, caller, alarm_ids)
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

    async holds(filter, caller) {
      const devices = await devicesOf(caller, filter)
      return db.tenant(caller.tenant_id, async (q) => ({
        rows: await holdsOf(q, devices),
        suppressed: await suppressedOf(q, devices),
      }))
    },

    async hold({ sn_code, rule_id, ...hold }, caller) {
      const device = requireMayActOn(caller, seenDevice(fleet, caller, sn_code))
      goOnWhileSeen(caller, [{ device }])
      const place = { device_id: device.device_id, rule_id: ruleOf(rule_id) }
      return asHold(caller, await alarms.holds.put(caller, place, requestOf(caller, hold)), device)
    },

    async release({ sn_code, rule_id }, caller) {
      const device = requireMayActOn(caller, seenDevice(fleet, caller, sn_code))
      goOnWhileSeen(caller, [{ device }])
      await alarms.holds.end(caller, { device_id: device.device_id, rule_id: ruleOf(rule_id) }, kindsOf(caller))
      return {}
    },

    async history({ page, page_size, sort, ...filter }, caller) {
      requireOrder(filter.start, filter.end)
      const devices = await devicesOf(caller, filter)
      const isSearch = (filter.search ?? '').trim() !== ''
      const ask: Ask = (work) => db.tenant(caller.tenant_id, work, isSearch ? 'history' : 'interactive')
      const { field, direction } = sortOf(sort ?? '-alarm_time', SORTS)
      const found = { ...filter, devices }
      if (field !== 'alarm_time')
        return ask((q) => pageOf(q, alarmsOf(q, found, Date.now(), 'newest'), { page, page_size, sort }))
      return pastAlarms({
        ask,
        filter: found,
        page: { limit: page_size, offset: (page - 1) * page_size, direction },
        fleet: fleet.devices(caller.tenant_id),
        now: Date.now(),
      })
    },

    async exportHistory({ format, lang, ...filter }, caller) {
      requireOrder(filter.start, filter.end)
      const devices = await devicesOf(caller, filter)
      return sheetFile(caller, format, async () => {
        const ask: Ask = (work) => db.tenant(caller.tenant_id, work, 'reports')
        const { rows, total } = await pastAlarms({
          ask,
          filter: { ...filter, devices },
          page: { limit: LIMITS.exportRows, offset: 0, direction: 'desc' },
          fleet: fleet.devices(caller.tenant_id),
          now: Date.now(),
          enough: LIMITS.exportRows + 1,
        })
        if (total > LIMITS.exportRows) throw new ApiError('110541')
        const { timezone } = await ask((q) => q.selectFrom('tenant').select('timezone').executeTakeFirstOrThrow())
        return alarmSheet({ rows, timezone, lang })
      })
    },
  }
}

function holdRequestOf({ minutes, is_out_of_service, is_one_shot, reason }: HoldInput): HoldRequest {
  const end_time = Date.now() + minutes * MINUTE_MS
  // What is out of service does not come back with its alarm.
  if (is_out_of_service) return { kind: 'OOSRV', end_time, is_one_shot: false, reason }
  return { kind: 'SHLVD', end_time, is_one_shot, reason }
}
