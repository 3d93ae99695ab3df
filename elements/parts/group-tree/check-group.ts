import { LIMITS } from '../../../core/catalogue/limits.ts'
import { isPlain } from '../../../core/contract/plain-text.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

/** What the form of a group holds. */
export interface GroupDraft {
  group_name: string
  remarks: string
  parent_id: number | null
}

export const draftOf = (group: GroupDraft | null, parent_id: number | null): GroupDraft =>
  group
    ? { group_name: group.group_name, remarks: group.remarks, parent_id: group.parent_id }
    : { group_name: '', remarks: '', parent_id }

/** What is wrong with a name; undefined when the server will take it, unless another group has it. */
export function checkName(typed: string, t: Words): string | undefined {
  const name = typed.trim()
  if (name === '') return t.nameMissing
  if (name.length > LIMITS.groupName) return t.nameLong
  if (/^_|_$/.test(name)) return t.nameUnderscore
  return isPlain(name) ? undefined : t.nameWrong
}

/** What is wrong with a draft, by the field; empty when it can be sent. */
export function checkGroup(draft: GroupDraft, mayTop: boolean, t: Words): Partial<Record<keyof GroupDraft, string>> {
  const group_name = checkName(draft.group_name, t)
  return {
    ...(group_name && { group_name }),
    ...(draft.remarks.trim().length > LIMITS.groupRemarks && { remarks: t.remarksLong }),
    ...(draft.parent_id === null && !mayTop && { parent_id: t.parentMissing }),
  }
}
