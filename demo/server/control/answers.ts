import { sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import type { Db } from '../db/db.ts'
import { type Ask, findInPieces, WORDS } from '../db/find-in-pieces.ts'
import { texts } from '../db/sql-array.ts'
import type { Fleet, LivePoint } from '../fleet/fleet.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, cameBy, canSee, maySend, principalOf, recordNameOf } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { goOnWithin } from '../limits/call-now.ts'
import { demand } from '../limits/limiter.ts'
import type { Budgets } from '../limits/rates.ts'
import { closedPoints, reachingNow, requireOpen } from '../rights/index.ts'
import { asCommand, type Commands } from './commands.ts'

export interface ControlParts {
  db: Db
  fleet: Fleet
  commands: Pick<Commands, 'write' | 'steps'>
  budgets: Pick<Budgets, 'writes' | 'writesOfOrganisation'>
}

// A number as people write it: no `Infinity`, no `0x10`, which a plant would not know again.
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...(['true', '1'] as const).map((text) => [text, true] as const),
  ...(['false', '0'] as const).map((text) => [text, false] as const),
])

/** A form's text as the point means it; what it cannot mean stays a text, which is refused. */
function fromForm({ data_type }: LivePoint, value: Value): Value {
  if (typeof value !== 'string' || data_type === 'string') return value
  if (data_type === 'boolean') return BOOLEANS.get(value) ?? value
  const number = DECIMAL.test(value.trim()) ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : value
}

export const controlAnswers = ({
  db,
  fleet,
  commands,
  budgets,
}: ControlParts): Answers<Contract['control'], Caller> => ({
  async write({ sn_code, key, value: sent, confirm }, caller) {
    let acting = caller
    const requireReach = () => {
      const device = seenDevice(fleet, acting, sn_code)
      if (!maySend(acting, device)) throw new ApiError('110539')
      return device
    }
    const device = requireReach()
    goOnWithin(requireReach)
    const point = device.points.get(key)
    if (!point?.is_added) throw new WrongField('key', { zh: '设备没有此数据项', en: 'names no point of the device' })
    const closed = await db.tenant(
      caller.tenant_id,
      async (q) => {
        acting = await reachingNow(q, caller)
        return closedPoints(q, caller, device)
      },
      'interactive',
    )
    requireReach()
    requireOpen(closed, key, 'key')
    demand([budgets.writes, principalOf(caller)], [budgets.writesOfOrganisation, `${caller.tenant_id}`])
    const value = caller.isForm ? fromForm(point, sent) : sent
    const { user_id, by, guest } = caller
    const user_name = recordNameOf(caller)
    const holder = cameBy(caller)
    const by_user_id = by?.user_id ?? null
    return commands.write({ device, point, value, user_id, user_name, by_user_id, guest, holder, confirm })
  },

  async steps({ id }, caller) {
    const found = await commands.steps(caller.tenant_id, id)
    const device = found && fleet.of(found)
    // A command of a device that the caller does not see is none.
    if (!found || !device || !canSee(caller, device)) throw new ApiError('100002')
    const { device_id: _, ...command } = found
    return command
  },

  async records({ sn_code, page, page_size, sort = '-sent_time', start, end }, caller) {
    const { device_id } = seenDevice(fleet, caller, sn_code)
    if (sort.replace('-', '') !== 'sent_time')
      throw new WrongField('sort', { zh: '只能按 sent_time 排序', en: 'can only be sent_time' })
    const direction = sort === 'sent_time' ? 'asc' : 'desc'
    const ask: Ask = (work) => db.tenant(caller.tenant_id, work)
    const within = [sql<boolean>`device_id = ${device_id}`]
    const { keys, total } = await findInPieces(
      ask,
      { table: sql`command`, time: 'sent_time', id: 'command_id', idType: 'text', within, start, end },
      {},
      { piece: WORDS },
      { limit: page_size, offset: (page - 1) * page_size, direction },
    )
    const rows = await ask((q) =>
      q
        .selectFrom('command')
        .selectAll()
        .where(sql<boolean>`command_id = any(${texts(keys.map(({ id }) => id))}::text[])`)
        .orderBy('sent_time', direction)
        .orderBy('command_id', direction)
        .execute(),
    )
    return { rows: rows.map(asCommand), total }
  },
})
