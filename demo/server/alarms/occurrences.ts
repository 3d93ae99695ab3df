import type { Transition } from '../../../core/rules/alarm-machine.ts'
import type { Change } from './changeset.ts'
import type { RuleAtDevice } from './place.ts'

/**
 * Occurrences of one rule in one message that are written each by itself; further ones are repeats of the last. More than
 * come of a night that a device kept and sends at once, unless they chatter.
 */
export const OCCURRENCES_MOST = 100
/** Those of all rules in one message: with as many, each rule's next one is the last that is written. */
export const MESSAGE_MOST = 2000

interface RuleOutcome {
  came: number
  last: (Change & { is: 'produced' }) | null
  /** That it is over, while it may come again. */
  over: Change | null
  /** How often it was suppressed, and not any more. */
  turns: number
  /** The last of these that is written, and the one that counts at the end. */
  written: Change['is'] | null
  turned: Change | null
}

/**
 * What a message changes, in its order. A value that swings across a limit thousands of times in it is one alarm that
 * came back thousands of times: from the last occurrence on that is written it goes on, until its last recovery.
 */
export class Occurrences {
  readonly #changes: Change[] = []
  readonly #outcomes = new Map<RuleAtDevice, RuleOutcome>()
  #came = 0
  #turns = 0

  /** Whether what comes of the rule now is a repeat of what came last. */
  #isFull({ came }: RuleOutcome): boolean {
    return came >= OCCURRENCES_MOST || (came > 0 && this.#came >= MESSAGE_MOST)
  }

  #of(at: RuleAtDevice): RuleOutcome {
    const outcome = this.#outcomes.get(at) ?? { came: 0, last: null, over: null, turns: 0, written: null, turned: null }
    this.#outcomes.set(at, outcome)
    return outcome
  }

  /** That it is suppressed, or not any more: of very many the last one counts. */
  suppress(at: RuleAtDevice, change: Change): void {
    const outcome = this.#of(at)
    outcome.turns += 1
    this.#turns += 1
    if (outcome.turns > 2 * OCCURRENCES_MOST || (outcome.turns > 2 && this.#turns > 2 * MESSAGE_MOST)) {
      outcome.turned = change
      return
    }
    outcome.written = change.is
    this.#changes.push(change)
  }

  /** `change` draws the transition up, where it is written. */
  add(at: RuleAtDevice, { stands }: Pick<Transition, 'stands'>, change: () => Change): void {
    const outcome = this.#of(at)
    if (!stands) {
      const over = change()
      if (this.#isFull(outcome)) outcome.over = over
      else this.#changes.push(over)
      return
    }
    if (outcome.over && outcome.last) {
      outcome.over = null
      outcome.last.further = (outcome.last.further ?? 0) + 1
      return
    }
    const came = change()
    outcome.came += 1
    this.#came += 1
    outcome.last = came.is === 'produced' ? came : null
    this.#changes.push(came)
  }

  all(): Change[] {
    for (const { over, turned, written } of this.#outcomes.values()) {
      if (over) this.#changes.push(over)
      if (turned && turned.is !== written) this.#changes.push(turned)
    }
    this.#outcomes.clear()
    return this.#changes
  }
}
