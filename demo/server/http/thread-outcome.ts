import type { Code } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { WrongField, type WrongParts } from './field-errors.ts'

/** What a thread answers: what it made, or what it refuses. Errors lose their kind on the way between threads. */
export type Outcome<T> = { made: T } | { wrong: WrongParts } | { refused: Code }

export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { made: await work() }
  } catch (error) {
    if (error instanceof WrongField) return { wrong: error.parts }
    if (error instanceof ApiError) return { refused: error.code as Code }
    throw error
  }
}

/** What a thread made; throws its refusal. */
export function madeOf<T>(outcome: Outcome<T>): T {
  if ('made' in outcome) return outcome.made
  if ('refused' in outcome) throw new ApiError(outcome.refused)
  const { field, words, code } = outcome.wrong
  throw new WrongField(field, words, code)
}
