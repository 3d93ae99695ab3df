import { LIMITS } from '../../../core/catalogue/limits.ts'
import { DEFAULT_PASSWORD_RULE, STRONGER_PASSWORD_RULE } from '../../../core/contract/person.ts'
import type { SignInRule } from '../../../core/contract/sign-in-rule.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

/** As it is written; null while a field is empty. */
export interface Draft {
  least: number | null
  most: number | null
  any: boolean
  one_session: boolean
}

/** As a refusal names them. */
export const FIELDS = ['password_rule.least', 'password_rule.most'] as const
export type Wrong = Partial<Record<(typeof FIELDS)[number], string>>

export const PRESETS = { stronger: STRONGER_PASSWORD_RULE, specified: DEFAULT_PASSWORD_RULE } as const
export type Preset = keyof typeof PRESETS

/** The preset that a draft is; null for a rule of the organisation's own. */
export const presetOf = (draft: Omit<Draft, 'one_session'>): Preset | null =>
  (Object.keys(PRESETS) as Preset[]).find((id) => {
    const { least, most, any } = PRESETS[id]
    return draft.least === least && draft.most === most && draft.any === any
  }) ?? null

/** The contract's bound of the least length. */
export const LEAST_MOST = 64

export const draftOf = ({ password_rule, one_session }: SignInRule): Draft => ({ ...password_rule, one_session })

const isWithin = (value: number | null, most: number) =>
  value !== null && Number.isInteger(value) && value >= LIMITS.passwordMin && value <= most

/** What is wrong with a draft, by the field; empty when it can be sent. */
export function check({ least, most }: Draft, t: Translated<(typeof text)['rows']>): Wrong {
  const [isLeast, isMost] = [isWithin(least, LEAST_MOST), isWithin(most, LIMITS.strongPassword)]
  return {
    ...(!isLeast && { 'password_rule.least': t.leastWrong }),
    ...(!isMost && { 'password_rule.most': t.mostWrong }),
    ...(isLeast && isMost && Number(least) >= Number(most) && { 'password_rule.most': t.order }),
  }
}

/** What is sent for a draft that nothing is wrong with. */
export const described = ({ least, most, any, one_session }: Draft): SignInRule => ({
  password_rule: { least: Number(least), most: Number(most), any },
  one_session,
})
