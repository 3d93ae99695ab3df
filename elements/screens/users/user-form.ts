import { LIMITS } from '../../../core/catalogue/limits.ts'
import { emailOf, FullName, keepsRule, type PasswordRule, phoneOf, UserName } from '../../../core/contract/person.ts'
import { Line } from '../../../core/contract/plain-text.ts'
import type { User } from '../../../core/contract/user.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text as panelText } from './panel-text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>
type PanelWords = Translated<(typeof panelText)['rows']>

/** What a form says of a person. */
export interface Draft {
  name: string
  full_name: string
  user_group_id: number | null
  role_ids: readonly number[]
  user_tel: string
  email: string
}
export type Field = keyof Draft | 'user_name' | 'password' | 'again' | 'user_type'
export type Wrong = Partial<Record<Field, string>>

export const FIELDS: readonly Field[] = [
  'user_name',
  'name',
  'full_name',
  'user_type',
  'user_group_id',
  'role_ids',
  'user_tel',
  'email',
  'password',
  'again',
] as const
/** Which field a refusal belongs to that names none. */
export const FIELD_OF: Readonly<Record<string, Field>> = {
  110313: 'user_name',
  110316: 'user_tel',
  110323: 'email',
  202001: 'user_group_id',
}

export const NOBODY: Draft = {
  name: '',
  full_name: '',
  user_group_id: null,
  role_ids: [],
  user_tel: '',
  email: '',
}

export const draftOf = (user: User): Draft => ({
  name: user.name,
  full_name: user.full_name,
  user_group_id: user.user_group_id,
  role_ids: user.roles.map(({ role_id }) => role_id),
  user_tel: user.user_tel ?? '',
  email: user.email ?? '',
})

/** What is wrong with a person's description, by the field; empty when it can be sent. */
export function check(draft: Draft, isGroupNeeded: boolean, t: Words): Wrong {
  const { name, full_name, user_group_id, user_tel, email } = draft
  const isNameWrong = !Line(LIMITS.nickname).safeParse(name).success
  const nameWrong = name.trim() === '' ? t.nameMissing : name.trim().length > LIMITS.nickname ? t.nameLong : t.nameWrong
  return {
    ...(isNameWrong && { name: nameWrong }),
    ...(!FullName.safeParse(full_name).success && { full_name: t.fullNameWrong }),
    ...(isGroupNeeded && user_group_id === null && { user_group_id: t.groupMissing }),
    ...(user_tel.trim() !== '' && phoneOf(user_tel) === null && { user_tel: t.phoneWrong }),
    ...(email.trim() !== '' && emailOf(email) === null && { email: t.emailWrong }),
  }
}

export function checkUserName(user_name: string, t: Words): Wrong {
  if (user_name.trim() === '') return { user_name: t.userNameMissing }
  return UserName.safeParse(user_name.trim()).success ? {} : { user_name: t.userNameWrong }
}

/** A password that is typed twice. */
export function checkPassword(password: string, again: string, rule: PasswordRule, t: PanelWords): Wrong {
  return {
    ...(!keepsRule(password, rule) && { password: t.ruleBroken({ rule: ruleWords(rule, t) }) }),
    ...(password !== again && { again: t.notSame }),
  }
}

export const ruleWords = ({ least, most, any }: PasswordRule, t: PanelWords): string =>
  (any ? t.ruleAny : t.rulePlain)({ least, most })

/** What is sent for a draft that nothing is wrong with. */
export const described = ({ name, full_name, user_group_id, role_ids, user_tel, email }: Draft) => ({
  name: name.trim(),
  full_name: full_name.trim(),
  user_group_id,
  role_ids: [...role_ids],
  user_tel: user_tel.trim() === '' ? null : (phoneOf(user_tel) ?? user_tel.trim()),
  email: email.trim() === '' ? null : (emailOf(email) ?? email.trim()),
})

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join()

/** Only what was changed: the rest may have been changed by somebody else meanwhile. */
export function changedOf(first: Draft, draft: Draft): Partial<ReturnType<typeof described>> {
  const [before, after] = [described(first), described(draft)]
  return {
    ...(before.name !== after.name && { name: after.name }),
    ...(before.full_name !== after.full_name && { full_name: after.full_name }),
    ...(before.user_group_id !== after.user_group_id && { user_group_id: after.user_group_id }),
    ...(sorted(before.role_ids) !== sorted(after.role_ids) && { role_ids: after.role_ids }),
    ...(before.user_tel !== after.user_tel && { user_tel: after.user_tel }),
    ...(before.email !== after.email && { email: after.email }),
  }
}
