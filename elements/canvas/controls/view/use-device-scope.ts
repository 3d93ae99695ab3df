import { useCallback } from 'react'
import type { CallOptions } from '../../../../core/connection/client.ts'
import type { Device } from '../../../../core/contract/device.ts'
import { useConnection } from '../../../define/index.ts'
import { type Called, useCall } from '../../../parts/use-call.ts'

/** Which devices a view is of. */
export interface Scope {
  readonly of: 'device' | 'group' | 'all'
  readonly sn_code: string
  readonly group_id: number | null
}

/** Pages of 100 that are read of a list: more devices than this are on no map. */
const MOST_PAGES = 5

/** Devices of a scope, as the list has them; null asks nothing. */
export function useScopeDevices(scope: Scope | null): Called<readonly Device[]> {
  const { api } = useConnection()
  const call = useCallback(
    async (wanted: Scope, options?: CallOptions): Promise<readonly Device[]> => {
      if (wanted.of === 'device') return [await api.device.detail({ sn_code: wanted.sn_code }, options)]
      const found: Device[] = []
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const group = wanted.of === 'group' && wanted.group_id !== null ? { group_id: wanted.group_id } : {}
        const { rows, total } = await api.device.list({ page, page_size: 100, ...group }, options)
        found.push(...rows)
        if (rows.length < 100 || found.length >= total) break
      }
      return found
    },
    [api],
  )
  return useCall(call, scope)
}
