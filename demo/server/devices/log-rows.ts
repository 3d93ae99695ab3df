import type { Kysely } from 'kysely'
import type { DeviceLogLine } from '../../../core/contract/device.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../http/field-errors.ts'

interface LogFilter {
  page: number
  page_size: number
  sort?: string | undefined
  kind?: readonly string[] | undefined
  start?: number | undefined
  end?: number | undefined
}

/** A page of a device's log, newest first, or oldest first by `sort=log_time`. */
export async function logRows(
  q: Kysely<Schema>,
  device_id: number,
  { page, page_size, sort = '-log_time', kind, start, end }: LogFilter,
): Promise<{ rows: DeviceLogLine[]; total: number }> {
  if (sort.replace('-', '') !== 'log_time')
    throw new WrongField('sort', { zh: '只能按 log_time 排序', en: 'can only be log_time' })
  const direction = sort === 'log_time' ? 'asc' : 'desc'
  const lines = q
    .selectFrom('device_log')
    .where('device_id', '=', device_id)
    .$if(kind !== undefined && kind.length > 0, (some) => some.where('kind', 'in', kind as string[]))
    .$if(start !== undefined, (some) => some.where('log_time', '>=', start as number))
    .$if(end !== undefined, (some) => some.where('log_time', '<', end as number))
  const { total } = await lines.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await lines
    .select(['log_id', 'log_time', 'kind', 'detail'])
    .orderBy('log_time', direction)
    .orderBy('log_id', direction)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows: rows as DeviceLogLine[], total }
}
