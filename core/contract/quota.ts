import * as z from 'zod/mini'
import { QUOTA_NAMES } from '../catalogue/quotas.ts'

export const QuotaName = z.enum(QUOTA_NAMES)
export const QuotaUse = z.object({
  quota: QuotaName,
  /** Null for no limit. */
  limit: z.nullable(z.int()),
  used: z.int(),
})
export type QuotaUse = z.infer<typeof QuotaUse>
