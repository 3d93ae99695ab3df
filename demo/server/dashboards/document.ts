import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { readSent, readVersion } from '../documents/index.ts'
import type { StoredText } from '../files/document.ts'
import type { Awaiting } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'

/** Of kinds that ask the server for much by themselves: whoever opens the dashboard pays with his own calls. */
const MOST_OF_KIND: Readonly<Record<string, number>> = {
  'key-figures': 20,
  screen: 10,
  'column-chart': 20,
  'history-curve': 40,
  'realtime-curve': 40,
  'history-table': 10,
  'alarm-measures': 10,
  'device-tree': 5,
  'group-tree': 10,
  'device-list': 10,
  'alarm-list': 5,
  map: 5,
  weather: 10,
}

function requireFew(kinds: StoredText['kinds']): void {
  for (const [kind, most] of Object.entries(MOST_OF_KIND)) {
    if ((kinds.get(kind) ?? 0) <= most) continue
    throw new WrongField(
      'document',
      { zh: `“${kind}”组件最多 ${most} 个`, en: `has more than ${most} components of the kind “${kind}”` },
      '118005',
    )
  }
}

/** Refuses what a dashboard has less room for than a screen. */
async function asDashboard(reading: Promise<StoredText>): Promise<StoredText> {
  const document = await reading.catch((error) => {
    throw error instanceof ApiError && error.code === '115002' ? new ApiError('118004') : error
  })
  if (document.controls > LIMITS.dashboardComponents) throw new ApiError('118005')
  if (Buffer.byteLength(document.text) > LIMITS.dashboardBytes) throw new ApiError('118004')
  requireFew(document.kinds)
  return document
}

/** Reads a document as it was sent to a call. Stands before the transaction that keeps it, as `readSent`. */
export const readSentDashboard = (sent: unknown, by: Awaiting): Promise<StoredText> => asDashboard(readSent(sent, by))

/** Reads a stored version, in the same way. */
export const readKeptDashboard = (text: string, by: Awaiting): Promise<StoredText> => asDashboard(readVersion(text, by))
