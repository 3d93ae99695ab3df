import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { asAlarm } from '../alarms/rows.ts'
import type { Alarms } from '../alarms.ts'
import { type Caller, canSee } from '../caller.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../field-errors.ts'
import type { Fleet } from '../fleet.ts'
import { seenDevice } from './find-device.ts'

export interface AlarmAnswerParts {
  db: Db
  fleet: Fleet
  alarms: Pick<Alarms, 'confirm'>
}

interface Filter {
  page: number
  page_size: number
  sort?: string | undefined
  sn_code?: string | undefined
  alarm_level?: readonly number[] | undefined
}

const SORTS = ['alarm_time', 'alarm_level'] as const

/** Alarms of these devices; of all of the tenant for null. */
const alarmsOf = (q: Kysely<Schema>, devices: readonly number[] | null, levels: readonly number[]) =>
  q
    .selectFrom('alarm as a')
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.device_id', '=', 'a.device_id'),
    )
    .$if(devices !== null, (some) => some.where(sql<boolean>`a.device_id = any(${devices}::bigint[])`))
    .$if(levels.length > 0, (some) => some.where('a.alarm_level', 'in', [...levels]))

type FoundAlarms = ReturnType<typeof alarmsOf>

async function page(found: FoundAlarms, { page, page_size, sort = '-alarm_time' }: Filter) {
  const field = SORTS.find((name) => name === sort.replace('-', ''))
  if (!field) throw new WrongField('sort', { zh: `应为 ${SORTS.join(', ')}`, en: `must be ${SORTS.join(' or ')}` })
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const { total } = await found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll('a')
    .select('d.dev_alias')
    .orderBy(`a.${field}`, direction)
    .orderBy('a.alarm_id', direction)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows: rows.map(({ dev_alias, ...row }) => asAlarm(row, dev_alias)), total }
}

export function alarmAnswers({ db, fleet, alarms }: AlarmAnswerParts): Answers<Contract['alarm'], Caller> {
  /** The device that is asked for, or those that the caller sees. */
  function devicesOf(caller: Caller, sn_code: string | undefined): number[] | null {
    if (sn_code !== undefined) return [seenDevice(fleet, caller, sn_code).device_id]
    if (caller.may_see === 'all') return null
    const seen = [...fleet.devices(caller.tenant_id)].filter((device) => canSee(caller, device))
    return seen.map(({ device_id }) => device_id)
  }

  return {
    async open(filter, caller) {
      const devices = devicesOf(caller, filter.sn_code)
      return db.tenant(caller.tenant_id, (q) => {
        const found = alarmsOf(q, devices, filter.alarm_level ?? [])
        return page(
          found.where((on) => on.or([on('a.recover_time', 'is', null), on('a.confirm_time', 'is', null)])),
          filter,
        )
      })
    },

    async confirm({ alarm_id, alarm_note }, caller) {
      const { tenant_id, user_id, user_name, by } = caller
      const alarm = await db.tenant(tenant_id, (q) =>
        q.selectFrom('alarm').select('sn_code').where('alarm_id', '=', Number(alarm_id)).executeTakeFirst(),
      )
      const device = alarm && fleet.get(alarm.sn_code)
      if (!device || !canSee(caller, device)) throw new ApiError('100002')
      return alarms.confirm(tenant_id, alarm_id, { user_id, user_name, by_user_id: by?.user_id ?? null }, alarm_note)
    },

    async history({ start, end, ...filter }, caller) {
      if (start !== undefined && end !== undefined && end <= start) throw new ApiError('110542')
      const devices = devicesOf(caller, filter.sn_code)
      return db.tenant(caller.tenant_id, (q) => {
        const found = alarmsOf(q, devices, filter.alarm_level ?? [])
          .$if(start !== undefined, (some) => some.where('a.alarm_time', '>=', start ?? 0))
          .$if(end !== undefined, (some) => some.where('a.alarm_time', '<', end ?? 0))
        return page(found, filter)
      })
    },
  }
}
