import type { Transition } from '../../../core/rules/alarm-machine.ts'
import type { Change } from './changeset.ts'
import type { RuleAtDevice } from './place.ts'
import { repeated, type Weigh } from './repeats.ts'

/**
 * Occurrences of one rule in one message that are written each by itself; further ones are repeats of the last. More than
 * come of a night that a device kept and sends at once, unless they chatter.
 */
export const OCCURRENCES_MOST = 100
/** Those of all rules in one message: with as many, each rule's next one is the last that is written. */
export const MESSAGE_MOST = 2000

interface RuleOutcome {
  came: number
  /** What comes from here on. */
  again: (Change & { is: 'repeated' }) | null
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
  readonly #weigh: Weigh
  /** Alarms that were over before there was room for them. */
  dropped = 0

  constructor(weigh: Weigh) {
    this.#weigh = weigh
  }

  /** Whether what comes of the rule now is a repeat of what came last. */
  #isFull({ came }: RuleOutcome): boolean {
    return came >= OCCURRENCES_MOST || (came > 0 && this.#came >= MESSAGE_MOST)
  }

  #of(at: RuleAtDevice): RuleOutcome {
    const outcome = this.#outcomes.get(at) ?? { came: 0, again: null, turns: 0, written: null, turned: null }
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

  /** `change` draws the transition up, where it is written. False where it has to wait. */
  add(at: RuleAtDevice, { stands }: Pick<Transition, 'stands'>, change: () => Change): boolean {
    const outcome = this.#of(at)
    const { again } = outcome
    if (again && stands) {
      again.further += 1
      again.recover_time = null
      return true
    }
    const weighed = !stands ? 'itself' : this.#isFull(outcome) ? 'repeat' : this.#weigh(at, false)
    if (weighed === null) return false
    const one = change()
    if (again && one.is === 'recovered') {
      again.recover_time = one.time
      return true
    }
    if (weighed === 'repeat' && one.is === 'produced') {
      const repeat = repeated(one)
      outcome.again = repeat
      this.#changes.push(repeat)
      return true
    }
    if (stands) {
      outcome.came += 1
      this.#came += 1
    }
    this.#changes.push(one)
    return true
  }

  all(): Change[] {
    for (const { turned, written } of this.#outcomes.values()) {
      if (turned && turned.is !== written) this.#changes.push(turned)
    }
    this.#outcomes.clear()
    return this.#changes
  }
}
