import { ApiError } from '../../../core/contract/api-error.ts'
import type { Caller } from '../http/caller.ts'

/** Who holds a token, or the refusal of it. */
export const holderIn = (lookup: Promise<Caller | null>): Promise<Caller | ApiError> =>
  lookup.then(
    (caller) => (caller?.must_change_password ? new ApiError('110006') : (caller ?? new ApiError('100009'))),
    (error) => (error instanceof ApiError ? error : Promise.reject(error)),
  )
