import type { AnswerForEach } from '../../../core/contract/alarm.ts'
import { ApiError, ConnectionError } from '../../../core/contract/api-error.ts'

/** As many as go in one call: a step of the progress that is shown, and what cannot be called off any more. */
const CHUNK = 200

export const DONE = '100001'
/** Somebody else confirmed it first. */
export const CONFIRMED_BEFORE = '110526'

/** A code: the server's own reason. Anything else is why none came from it. */
export const isAnswer = (reason: string): boolean => /^\d+$/.test(reason)

export interface Outcome {
  readonly done: readonly string[]
  /** Confirmed by somebody else meanwhile: what was wanted, and nobody's fault. */
  readonly before: readonly string[]
  /** Why not, by alarm: a code, or why no answer came. */
  readonly failed: ReadonlyMap<string, string>
  /** Not sent: it was cancelled before. */
  readonly left: readonly string[]
}

interface ChunkOptions {
  call: (alarm_ids: string[]) => Promise<AnswerForEach>
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** Asks for each of many, a chunk after the other until it is called off. */
export async function inChunks(
  alarm_ids: readonly string[],
  { call, signal, onProgress }: ChunkOptions,
): Promise<Outcome> {
  const done: string[] = []
  const before: string[] = []
  const failed = new Map<string, string>()
  for (let at = 0; at < alarm_ids.length; at += CHUNK) {
    if (signal.aborted) return { done, before, failed, left: alarm_ids.slice(at) }
    const chunk = alarm_ids.slice(at, at + CHUNK)
    try {
      const { results } = await call(chunk)
      for (const { alarm_id, code } of results) {
        if (code === DONE) done.push(alarm_id)
        else if (code === CONFIRMED_BEFORE) before.push(alarm_id)
        else failed.set(alarm_id, code)
      }
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error
      const reason = error instanceof ApiError ? error.code : error.reason
      for (const alarm_id of alarm_ids.slice(at)) failed.set(alarm_id, reason)
      break
    }
    onProgress(at + chunk.length)
  }
  return { done, before, failed, left: [] }
}
