import { randomBytes } from 'node:crypto'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import { familiarId } from '../../limits/familiar.ts'
import { demand } from '../../limits/limiter.ts'
import { type Budgets, claimsFrom } from '../../limits/rates.ts'
import { drawGraphicCode } from './graphic-code.ts'
import { type DrawnPuzzle, drawPuzzle } from './puzzle.ts'

/** Pixels that the piece may lie beside its place. */
const TOLERANCE = 5
/** Puzzles, passes and codes kept at once; a flood forgets the oldest. */
const KEPT = 20_000

/** Checks that a person signs in: kept in memory for 2 minutes, each good once. */
export interface LoginChecks {
  /** False for automated tests: nothing is required. */
  readonly isOn: boolean
  /** `from`: whose budget it is (`Caller.from`). Throws 100019 when too many pictures were drawn, as does `graphicCode`. */
  puzzle(from: string): Omit<DrawnPuzzle, 'left'> & { puzzle_id: string }
  /** A pass for one sign-in, or null: the puzzle is used up either way. */
  solve(puzzle_id: string, left: number): string | null
  /** Throws 100024 unless the pass is good; uses it up. */
  takePass(puzzle_pass: string | undefined): void
  /** Draws a code, PNG in base64, kept under the asker's own `check_code`. */
  graphicCode(check_code: string, from: string): string
  /** Throws 110002 unless these are the letters; uses them up. */
  takeGraphicCode(check_code: string | undefined, letters: string | undefined): void
}

export function openLoginChecks(
  isOn: boolean,
  budgets: Pick<Budgets, 'pictures' | 'picturesOfSite' | 'picturesOfStrangers' | 'picturesOfFamiliar'>,
  now: () => number = Date.now,
): LoginChecks {
  const puzzles = kept<number>(now)
  const passes = kept<true>(now)
  const codes = kept<string>(now)

  function countPicture(from: string): void {
    const ofAll = familiarId(from) !== null ? budgets.picturesOfFamiliar : budgets.picturesOfStrangers
    demand(...claimsFrom(budgets, 'pictures', from), [ofAll, ''])
  }

  return {
    isOn,
    puzzle(from) {
      countPicture(from)
      const { left, ...puzzle } = drawPuzzle()
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
    graphicCode(check_code, from) {
      countPicture(from)
      const { letters, picture } = drawGraphicCode()
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
