import { LIMITS } from '../../../core/catalogue/limits.ts'
import { defineText, type Translated } from '../../../core/text/define-text.ts'

/** The tags of a text, in which commas stand between them. */
export const tagsIn = (typed: string): string[] =>
  typed
    .split(/[,，]/)
    .map((tag) => tag.trim())
    .filter(Boolean)

const { deviceTag: length, deviceTags: most } = LIMITS

export const text = defineText({
  tags: ['标签', 'Tags'],
  tagsHelp: ['用逗号分隔，最多 {{most}} 个', 'Separated by commas, {{most}} at most'],
  long: ['每个标签最多 {{length}} 个字', 'A tag has {{length}} characters at most'],
  many: ['一台设备最多 {{most}} 个标签', 'A device has {{most}} tags at most'],
})
type Words = Translated<(typeof text)['rows']>

export const tagsHelp = (t: Words) => t.tagsHelp({ most })

/** What keeps the text of a field from being the tags of a device. */
export function wrongTags<Field extends string>(field: Field, typed: string, t: Words): { [F in Field]?: string } {
  const tags = tagsIn(typed)
  if (tags.some((tag) => tag.length > length)) return { [field]: t.long({ length }) } as { [F in Field]: string }
  const isMore = new Set(tags.map((tag) => tag.toLowerCase())).size > most
  return isMore ? ({ [field]: t.many({ most }) } as { [F in Field]: string }) : {}
}
