import { ApiError } from '../../../core/contract/api-error.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { tooOften } from '../limits/limiter.ts'
import { inTurnsOf, openTurns, TimeUp, type Turns } from '../limits/turns.ts'
import { isLarge } from './answer-json.ts'
import { type Caller, turnsOf } from './caller.ts'
import { NoRoomForReply, roomOf } from './held-answers.ts'

/** Large answers that are half written: with what they are written from they take memory, and each takes turns of the others. */
const LARGE = { atOnce: 100, ofOne: 20, waitingOfOne: 100, waiting: 1000 } as const
/** Whoever finds no room tries again after this. */
const RETRY_MS = 2000

export interface WrittenAnswers {
  /**
   * Writes what was `answered` in turns, a large answer as soon as fewer than 20 of its organisation are being written.
   * Rejects when the caller is gone, and where too many wait: with 100019, or with `NoRoomForReply` where the call
   * `hasChanged` something.
   */
  write<T>(caller: Caller, answered: unknown, hasChanged: boolean, writeIn: (turns: Turns) => Promise<T>): Promise<T>
}

export function openWrittenAnswers(): WrittenAnswers {
  const places = openFairTurns(LARGE)
  return {
    write(caller, answered, hasChanged, writeIn) {
      const { gone } = caller
      const write = () =>
        inTurnsOf(turnsOf(caller), () => writeIn(openTurns(Number.POSITIVE_INFINITY, gone))).catch((error) => {
          throw error instanceof TimeUp ? tooOften(RETRY_MS) : error
        })
      if (!isLarge(answered)) return write()
      return places.run(roomOf(caller), write, gone).catch((error) => {
        throw hasChanged && error instanceof ApiError ? new NoRoomForReply() : error
      })
    },
  }
}
