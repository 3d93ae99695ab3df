import { useCallback } from 'react'
import type { CallOptions } from '../../../../core/connection/client.ts'
import type { Device } from '../../../../core/contract/device.ts'
import { useConnection } from '../../../define/index.ts'
import { type Called, useCall } from '../../../parts/use-call.ts'
import { useRenewal } from '../../../parts/use-renewal.ts'

const PAGE = 100
/** So many devices are read at once; of more, those of the groups that are open. */
export const FEW_DEVICES = 500
const RENEWED_MS = 15_000

export interface TreeDevices {
  readonly devices: readonly Device[]
  readonly totals: ReadonlyMap<number, number> | null
  /** Of a search: how many match. */
  readonly found: number | null
}

export interface Wanted {
  readonly search: string
  /** Pages that are wanted of each group's own devices; null: those of all groups, below `top`. */
  readonly groups: readonly (readonly [group_id: number, pages: number])[] | null
  readonly top: number | null
}

/** The devices of a tree: those that a search finds, all of a few, or those of the groups that are open. */
export function useTreeDevices(wanted: Wanted | null): Called<TreeDevices> {
  const { api } = useConnection()
  const call = useCallback(
    async ({ search, groups, top }: Wanted, options?: CallOptions): Promise<TreeDevices> => {
      const pagesOf = async (filter: object, pages: number) => {
        const rows: Device[] = []
        let total = 0
        for (let page = 1; page <= pages; page += 1) {
          const answer = await api.device.list({ ...filter, page, page_size: PAGE }, options)
          rows.push(...answer.rows)
          total = answer.total
          if (answer.rows.length < PAGE || rows.length >= total) break
        }
        return { rows, total }
      }
      const all = top === null ? {} : { group_id: top }
      if (search !== '') {
        const { rows, total } = await pagesOf({ ...all, search }, 1)
        return { devices: rows, totals: null, found: total }
      }
      if (!groups) return { devices: (await pagesOf(all, FEW_DEVICES / PAGE)).rows, totals: null, found: null }
      const read = await Promise.all(
        groups.map(
          async ([group_id, pages]) => [group_id, await pagesOf({ group_id, group_only: true }, pages)] as const,
        ),
      )
      return {
        devices: read.flatMap(([, { rows }]) => rows),
        totals: new Map(read.map(([group_id, { total }]) => [group_id, total])),
        found: null,
      }
    },
    [api],
  )
  const called = useCall(call, wanted)
  useRenewal(RENEWED_MS, called.reload)
  return called
}
