import { ApiError } from '../../../core/contract/api-error.ts'

interface Outcome {
  id: string
  code: string | null
}

/**
 * Acts on many devices, a call after the other, and answers for each. What a refusal keeps from being done after some are is
 * answered with its code; where nothing was done yet it is thrown.
 */
export async function inChunks<Answer extends Outcome>(
  sn_codes: readonly string[],
  size: number,
  call: (sn_codes: string[]) => Promise<Answer[]>,
  onProgress?: (done: number) => void,
): Promise<(Answer | Outcome)[]> {
  const outcomes: (Answer | Outcome)[] = []
  for (let at = 0; at < sn_codes.length; at += size) {
    try {
      outcomes.push(...(await call(sn_codes.slice(at, at + size))))
    } catch (error) {
      if (at === 0 || !(error instanceof ApiError)) throw error
      return [...outcomes, ...sn_codes.slice(at).map((id) => ({ id, code: error.code }))]
    }
    onProgress?.(outcomes.length)
  }
  return outcomes
}
