import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { seenDevice } from '../devices/index.ts'
import { sheetFile } from '../files/sheet-files.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { logSheet } from './file.ts'
import { logLines } from './rows.ts'

interface LogParts {
  db: Db
  fleet: Fleet
}

export const logAnswers = ({ db, fleet }: LogParts): Answers<Contract['log'], Caller> => {
  const seen = (caller: Caller, sn_code: string | undefined): number[] =>
    sn_code === undefined
      ? [...fleet.devices(caller.tenant_id)].filter((one) => canSee(caller, one)).map(({ device_id }) => device_id)
      : [seenDevice(fleet, caller, sn_code).device_id]

  return {
    async list({ page, page_size, sort = '-log_time', sn_code, ...filter }, caller) {
      if (sort.replace('-', '') !== 'log_time')
        throw new WrongField('sort', { zh: '只能按 log_time 排序', en: 'can only be log_time' })
      const device_ids = seen(caller, sn_code)
      const at = { limit: page_size, offset: (page - 1) * page_size }
      // A search may take a second: whoever looks at anything else does not wait in one line with it.
      return db.tenant(
        caller.tenant_id,
        (q) =>
          logLines(q, caller, { ...filter, device_ids }, { ...at, direction: sort === 'log_time' ? 'asc' : 'desc' }),
        'history',
      )
    },

    async export({ format, lang, sn_code, ...filter }, caller) {
      const device_ids = seen(caller, sn_code)
      return sheetFile(caller, format, async () => {
        const { rows, total, timezone } = await db.tenant(
          caller.tenant_id,
          async (q) => ({
            ...(await logLines(
              q,
              caller,
              { ...filter, device_ids },
              { limit: LIMITS.exportRows, offset: 0, direction: 'desc' },
            )),
            ...(await q.selectFrom('tenant').select('timezone').executeTakeFirstOrThrow()),
          }),
          'reports',
        )
        if (total > LIMITS.exportRows) throw new ApiError('110541')
        return logSheet({ kind: filter.kind, rows, timezone, lang })
      })
    },
  }
}
