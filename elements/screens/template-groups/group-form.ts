import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { TemplateGroup } from '../../../core/contract/template.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Wrong } from '../../parts/form/refusal.ts'
import type { text } from './text.ts'

interface Draft {
  group_name: string
  remarks: string
}

export const draftOf = (group: TemplateGroup | null): Draft => ({
  group_name: group?.group_name ?? '',
  remarks: group?.remarks ?? '',
})

/** What is wrong with a draft, by the field; empty when it can be sent. */
export function check({ group_name, remarks }: Draft, t: Translated<(typeof text)['rows']>): Wrong<keyof Draft> {
  const name = group_name.trim()
  const { groupName, groupRemarks } = LIMITS
  return {
    ...(name.length > groupName && { group_name: t.nameLong({ most: groupName }) }),
    ...(/^_|_$/.test(name) && { group_name: t.nameEnds }),
    ...(name === '' && { group_name: t.nameMissing }),
    ...(remarks.length > groupRemarks && { remarks: t.remarksHelp({ most: groupRemarks }) }),
  }
}
