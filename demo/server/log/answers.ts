import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import type { Ask } from '../db/find-in-pieces.ts'
import { SEARCH_COST } from '../db/newest-rows.ts'
import { sheetFile } from '../files/sheet-files.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { logSheet } from './file.ts'
import type { LogDevices } from './kinds.ts'
import { logLines } from './rows.ts'

interface LogParts {
  db: Db
  fleet: Fleet
}

export const logAnswers = ({ db, fleet }: LogParts): Answers<Contract['log'], Caller> => {
  const devicesOf = (caller: Caller, sn_code: string | undefined): LogDevices => {
    const all = [...fleet.devices(caller.tenant_id)]
    const seen = sn_code === undefined ? all.filter((one) => canSee(caller, one)) : [seenDevice(fleet, caller, sn_code)]
    return { seen, all: all.map(({ device_id }) => device_id) }
  }

  return {
    async list({ page, page_size, sort = '-log_time', sn_code, ...filter }, caller) {
      if (sort.replace('-', '') !== 'log_time')
        throw new WrongField('sort', { zh: '只能按 log_time 排序', en: 'can only be log_time' })
      const direction = sort === 'log_time' ? 'asc' : 'desc'
      const found = { ...filter, devices: devicesOf(caller, sn_code) }
      if ((filter.search ?? filter.user_name ?? '').trim() !== '') caller.spend?.(SEARCH_COST)
      // A search may take a second: whoever looks at anything else does not wait in one line with it.
      const ask: Ask = (work) => db.tenant(caller.tenant_id, work, 'history')
      return logLines(ask, caller, found, { limit: page_size, offset: (page - 1) * page_size, direction })
    },

    async export({ format, lang, sn_code, ...filter }, caller) {
      const found = { ...filter, devices: devicesOf(caller, sn_code) }
      const ask: Ask = (work) => db.tenant(caller.tenant_id, work, 'reports')
      return sheetFile(caller, format, async () => {
        const page = { limit: LIMITS.exportRows, offset: 0, direction: 'desc' } as const
        const { rows, total } = await logLines(ask, caller, found, page, LIMITS.exportRows + 1)
        if (total > LIMITS.exportRows) throw new ApiError('110541')
        const { timezone } = await ask((q) => q.selectFrom('tenant').select('timezone').executeTakeFirstOrThrow())
        return logSheet({ kind: filter.kind, rows, timezone, lang })
      })
    },
  }
}
