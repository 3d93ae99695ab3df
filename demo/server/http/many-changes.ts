import { demand } from '../limits/limiter.ts'
import type { Budgets } from '../limits/rates.ts'
import { type Caller, principalOf } from './caller.ts'

export type ChangeBudgets = Pick<Budgets, 'manyChanges'>

/**
 * Refuses what one call would change of so many things, with the wait, where its user changed too many lately. Nobody uses up what
 * a colleague may change.
 */
export const countChanges = (budgets: ChangeBudgets, caller: Caller, count: number): void =>
  demand([budgets.manyChanges, principalOf(caller), count])
