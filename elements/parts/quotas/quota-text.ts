import { QUOTAS, type Quota } from '../../../core/catalogue/quotas.ts'
import type { QuotaUse } from '../../../core/contract/quota.ts'
import type { Format } from '../../../core/text/format.ts'

const MB = 1024 * 1024
/** The contract's highest limit, in the unit that is typed. */
const MOST = 1_000_000_000_000

export const isInBytes = (quota: Quota): boolean => 'unit' in QUOTAS[quota]
export const isKept = (quota: Quota): boolean => 'kept' in QUOTAS[quota]

/** An amount as people read it: bytes in the largest unit of 1024. */
export function amountText(quota: Quota, amount: number, format: Pick<Format, 'number'>): string {
  if (!isInBytes(quota)) return format.number(amount)
  const step = amount < 1024 ? 0 : amount < MB ? 1 : amount < 1024 * MB ? 2 : 3
  return `${format.number(Math.round((amount / 1024 ** step) * 10) / 10)} ${['B', 'KB', 'MB', 'GB'][step]}`
}

/** A limit as it is typed: bytes in MB. */
export const typedOf = (quota: Quota, limit: number): number =>
  isInBytes(quota) ? Math.round((limit / MB) * 100) / 100 : limit
export const limitOf = (quota: Quota, typed: number): number => (isInBytes(quota) ? Math.round(typed * MB) : typed)
export const mostTyped = (quota: Quota): number => (isInBytes(quota) ? Math.floor(MOST / MB) : MOST)

/** How full it is, 0 to 1; null without a limit. */
export function fullness({ limit, used }: Pick<QuotaUse, 'limit' | 'used'>): number | null {
  if (limit === null) return null
  if (limit === 0) return 1
  return Math.min(1, used / limit)
}

/** What the form holds of each: null for no limit, undefined for a field that was emptied. */
export type Limits = Readonly<Partial<Record<Quota, number | null | undefined>>>

/** The limits that were changed, in the order shown. */
export const changedLimits = (rows: readonly QuotaUse[], limits: Limits): { quota: Quota; limit: number | null }[] =>
  rows.flatMap(({ quota, limit }) => {
    const wanted = limits[quota]
    return wanted === undefined || wanted === limit ? [] : [{ quota, limit: wanted }]
  })
