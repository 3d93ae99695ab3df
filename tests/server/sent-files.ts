import type { SentFile } from '../../demo/server/files/checked-files.ts'
import { WrongField } from '../../demo/server/http/field-errors.ts'

export const file = (name: string, bytes: Buffer): SentFile => ({ name, bytes })

/** How work is refused: code, field and words. */
export const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason) => reason,
  )
  if (!(error instanceof WrongField)) throw error ?? new Error('it was taken')
  const [field] = error.in('en').fields
  return `${error.code} ${field?.field} ${field?.message}`
}
