import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Ask } from '../db/find-in-pieces.ts'
import { countOf } from '../db/newest-rows.ts'
import { sheetFile } from '../files/sheet-files.ts'
import type { Caller } from '../http/caller.ts'
import { sortOf } from '../http/sort.ts'
import { hasScreen } from '../templates/index.ts'
import { requestedDevices, type Where } from './devices-of.ts'
import { alarmSheet } from './file.ts'
import { type FoundAlarmParts, seenDeviceOf } from './found-alarms.ts'
import { alarmsOf, countsByLevel, pageOf, pastAlarms, rowsOf, SORTS, UNENDED } from './list.ts'
import { holdsOf, readAlarm, suppressedOf } from './listed-rows.ts'

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

type Lists = 'open' | 'feed' | 'counts' | 'one' | 'holds' | 'history' | 'exportHistory'

/** Alarms as people read them. */
export function alarmListAnswers({ db, fleet }: FoundAlarmParts): Pick<Answers<Contract['alarm'], Caller>, Lists> {
  const devicesOf = (caller: Caller, where: Where) => requestedDevices({ db, fleet }, caller, where)

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
      const device = await seenDeviceOf({ db, fleet }, caller, alarm_id)
      return db.tenant(caller.tenant_id, async (q) => {
        const found = await readAlarm(q, alarm_id)
        if (!found) throw new ApiError('100002')
        return { ...found, has_screen: await hasScreen(q, caller, device) }
      })
    },

    async holds(filter, caller) {
      const devices = await devicesOf(caller, filter)
      return db.tenant(caller.tenant_id, async (q) => ({
        rows: await holdsOf(q, devices),
        suppressed: await suppressedOf(q, devices),
      }))
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
