import type { Code } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'

/** What is answered where something that a call names is gone, by its table; 100006 for what has no code of its own. */
const GONE: Partial<Record<keyof Schema, Code>> = {
  app_user: '110310',
  dashboard: '118001',
  device: '110509',
  device_group: '112002',
  point: '110509',
  resource: '100002',
  resource_category: '100002',
  screen: '115005',
  screen_version: '115005',
  share_link: '118301',
  template: '115005',
  template_group: '115005',
  user_group: '202001',
}

/**
 * The refusal of a call whose foreign key found nothing any more: whoever looks at a row first, and then names it, may find
 * that somebody else has removed it meanwhile, or has come to use what the call removes. `report` is called where the table
 * has no code: that may be a defect.
 */
export function refusalOfReference({ reference }: Pick<DbError, 'reference'>, report: () => void): ApiError {
  if (reference?.isGone === false) return new ApiError('202003')
  const known = reference && Object.hasOwn(GONE, reference.table) ? GONE[reference.table as keyof Schema] : undefined
  if (!known) report()
  return new ApiError(known ?? '100006')
}
