import { randomBytes } from 'node:crypto'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import { strangersTurn } from '../../limits/familiar.ts'
import { runLimited } from '../../limits/limited-thread.ts'
import { demand } from '../../limits/limiter.ts'
import { type Budgets, claimsFrom } from '../../limits/rates.ts'
import type { Drawn } from './drawing-thread.ts'

/** Pixels that the piece may lie beside its place. */
const TOLERANCE = 5
/** Puzzles, passes and codes kept at once; a flood forgets the oldest. */
const KEPT = 20_000
const THREAD = new URL('./drawing-thread.ts', import.meta.url)
const LIMITS_OF_THREAD = { ms: 1000, heapMb: 64, kind: 'picture' } as const

/** Checks that a person signs in: kept in memory for 2 minutes, each good once. */
export interface LoginChecks {
  /** False for automated tests: nothing is required. */
  readonly isOn: boolean
  /** `from`: whose budget it is (`Caller.from`). Throws 100019 when too many pictures were drawn, as does `graphicCode`. */
  puzzle(from: string): Promise<Omit<Drawn['puzzle'], 'left'> & { puzzle_id: string }>
  /** A pass for one sign-in, or null: the puzzle is used up either way. */
  solve(puzzle_id: string, left: number): string | null
  /** Throws 100024 unless the pass is good; uses it up. */
  takePass(puzzle_pass: string | undefined): void
  /** Draws a code, PNG in base64, kept under the asker's own `check_code`. */
  graphicCode(check_code: string, from: string): Promise<string>
  /** Throws 110002 unless these are the letters; uses them up. */
  takeGraphicCode(check_code: string | undefined, letters: string | undefined): void
}

export function openLoginChecks(
  isOn: boolean,
  budgets: Pick<Budgets, 'pictures' | 'picturesOfSite'>,
  now: () => number = Date.now,
): LoginChecks {
  const puzzles = kept<number>(now)
  const passes = kept<true>(now)
  const codes = kept<string>(now)

  /** In a thread, where networks and familiar browsers take turns: anybody may ask, from as many addresses as he has. */
  function draw<Kind extends keyof Drawn>(kind: Kind, from: string): Promise<Drawn[Kind]> {
    demand(...claimsFrom(budgets, 'pictures', from))
    return runLimited<Drawn[Kind]>(THREAD, kind, { ...LIMITS_OF_THREAD, holder: strangersTurn(from) })
  }

  return {
    isOn,
    async puzzle(from) {
      const { left, ...puzzle } = await draw('puzzle', from)
      const puzzle_id = randomBytes(18).toString('base64url')
      puzzles.put(puzzle_id, left)
      return { puzzle_id, ...puzzle }
    },
    solve(puzzle_id, left) {
      const place = puzzles.take(puzzle_id)
      if (place === null || Math.abs(place - left) > TOLERANCE) return null
      const pass = randomBytes(18).toString('base64url')
      passes.put(pass, true)
      return pass
    },
    takePass(puzzle_pass) {
      if (isOn && passes.take(puzzle_pass ?? '') === null) throw new ApiError('100024')
    },
    async graphicCode(check_code, from) {
      const { letters, picture } = await draw('graphicCode', from)
      codes.put(check_code, letters)
      return picture
    },
    takeGraphicCode(check_code, letters) {
      if (!isOn) return
      const wanted = codes.take(check_code ?? '')
      if (wanted === null || wanted !== letters?.trim().toUpperCase()) throw new ApiError('110002')
    },
  }
}

/** Things that are good once, for 2 minutes. */
function kept<T>(now: () => number) {
  const all = new Map<string, { thing: T; until: number }>()
  return {
    put(key: string, thing: T) {
      all.delete(key)
      if (all.size >= KEPT) all.delete(all.keys().next().value as string)
      all.set(key, { thing, until: now() + LIMITS.loginPuzzleTtlMs })
    },
    take(key: string): T | null {
      const found = all.get(key)
      all.delete(key)
      return found && found.until > now() ? found.thing : null
    },
  }
}
