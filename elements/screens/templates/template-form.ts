import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { ModuleType, Template } from '../../../core/contract/template.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

/** What the form holds. */
interface Draft {
  module_name: string
  module_type: ModuleType
  group_id: number | null
  description: string
}

export const draftOf = (template: Template | null): Draft => ({
  module_name: template?.module_name ?? '',
  module_type: template?.module_type ?? 'standard',
  group_id: template?.group_id ?? null,
  description: template?.description ?? '',
})

/** What is wrong with a name; undefined when the server will take it, unless another template has it. */
export function checkName(typed: string, t: Words): string | undefined {
  const name = typed.trim()
  if (name === '') return t.nameMissing
  return name.length > LIMITS.genericName ? t.nameLong : undefined
}

/** What is wrong with a draft, by the field; empty when it can be sent. */
export function check(draft: Draft, t: Words): Partial<Record<keyof Draft, string>> {
  const module_name = checkName(draft.module_name, t)
  return {
    ...(module_name && { module_name }),
    ...(draft.description.trim().length > LIMITS.description && { description: t.descriptionLong }),
  }
}

/** A name for a copy, as long as a name may be. */
export function nameOfCopy(name: string, t: Words): string {
  const spare = LIMITS.genericName - t.copyName({ name: '' }).length
  return t.copyName({ name: name.slice(0, spare).trim() })
}
