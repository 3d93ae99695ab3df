import type { Transition } from '../../../core/rules/alarm-machine.ts'
import type { Change } from './ledger.ts'
import type { RuleAtDevice } from './place.ts'

/** Occurrences of one rule in one message that are written each by itself; further ones are repeats of the last. */
export const OCCURRENCES_MOST = 10

interface Told {
  came: number
  last: (Change & { is: 'produced' }) | null
  /** That it is over, while it may come again. */
  over: Change | null
}

/**
 * What a message changes, in its order. A value that swings across a limit thousands of times in it is one alarm that
 * came back thousands of times: from the last occurrence on that is written it goes on, until its last recovery.
 */
export class Occurrences {
  readonly #changes: Change[] = []
  readonly #told = new Map<RuleAtDevice, Told>()

  push(...changes: readonly Change[]): void {
    this.#changes.push(...changes)
  }

  /** `change` draws the transition up, where it is written. */
  add(at: RuleAtDevice, { stands }: Pick<Transition, 'stands'>, change: () => Change): void {
    const told = this.#told.get(at) ?? { came: 0, last: null, over: null }
    this.#told.set(at, told)
    if (!stands) {
      const over = change()
      if (told.came < OCCURRENCES_MOST) this.#changes.push(over)
      else told.over = over
      return
    }
    if (told.over && told.last) {
      told.over = null
      told.last.further = (told.last.further ?? 0) + 1
      return
    }
    const came = change()
    told.came += 1
    told.last = came.is === 'produced' ? came : null
    this.#changes.push(came)
  }

  all(): Change[] {
    for (const { over } of this.#told.values()) if (over) this.#changes.push(over)
    this.#told.clear()
    return this.#changes
  }
}
