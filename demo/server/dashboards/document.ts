import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { readSent, readVersion } from '../documents/index.ts'
import type { StoredText } from '../files/document.ts'
import type { Awaiting } from '../http/caller.ts'

/** Refuses what a dashboard has less room for than a screen. */
async function asDashboard(reading: Promise<StoredText>): Promise<StoredText> {
  const document = await reading.catch((error) => {
    throw error instanceof ApiError && error.code === '115002' ? new ApiError('118004') : error
  })
  if (document.controls > LIMITS.dashboardComponents) throw new ApiError('118005')
  if (Buffer.byteLength(document.text) > LIMITS.dashboardBytes) throw new ApiError('118004')
  return document
}

/** Reads a document as it was sent to a call. Stands before the transaction that keeps it, as `readSent`. */
export const readSentDashboard = (sent: unknown, by: Awaiting): Promise<StoredText> => asDashboard(readSent(sent, by))

/** Reads a stored version, in the same way. */
export const readKeptDashboard = (text: string, by: Awaiting): Promise<StoredText> => asDashboard(readVersion(text, by))
