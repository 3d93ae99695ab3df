import type { OwnNotice } from '../../../core/contract/message.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

/** Whom a notice goes to, each by name. */
export function targetNames({ targets }: Pick<OwnNotice, 'targets'>, t: Words): string[] {
  const { everybody, administrators, users, user_groups, roles } = targets
  return [
    ...(everybody ? [t.everybody] : []),
    ...(administrators ? [t.administrators] : []),
    ...user_groups.map(({ group_name: name }) => t.groupName({ name })),
    ...roles.map(({ role_name: name }) => t.roleName({ name })),
    ...users.map(({ name }) => name),
  ]
}

/** Names in a row. */
export const listed = (names: readonly string[], lang: string): string => names.join(lang === 'zh' ? '、' : ', ')

/** The same in the width of a column. */
export function targetsText(notice: Pick<OwnNotice, 'targets'>, t: Words, lang: string): string {
  const names = targetNames(notice, t)
  if (names.length === 0) return t.nobodyLeft
  if (names.length <= 3) return listed(names, lang)
  // In Chinese the number is that of all of them, as 等 wants it.
  return t.andMore({ names: listed(names.slice(0, 2), lang), count: lang === 'zh' ? names.length : names.length - 2 })
}
