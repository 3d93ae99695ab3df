import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { type Lang, translate } from '../../../core/text/define-text.ts'
import { text } from '../form/text.ts'
import { isCallFailure } from '../use-call.ts'

/** What is wrong, by the field; `form` where it is none of them. */
export type Wrong = Readonly<Partial<Record<string, string>>>

/** The fields of rights, as a refusal names them. */
export const RIGHTS_FIELDS = ['permissions', 'device_rights', 'template_rights', 'item_rights'] as const

/** What a failed call says, in words: at the fields that the form shows, else of the form. A defect goes on. */
export function wrongOf(error: unknown, lang: Lang, shown: readonly string[]): Wrong {
  if (!isCallFailure(error)) throw error
  if (!(error instanceof ApiError)) return { form: translate(text, lang).unreachable }
  const fields = error.fields.map(({ field, message }) => ({ field: field.split('.')[0] ?? '', message }))
  const wrong = Object.fromEntries(
    fields.filter(({ field }) => shown.includes(field)).map(({ field, message }) => [field, message]),
  )
  const others = fields.filter(({ field }) => !shown.includes(field)).map(({ message }) => message)
  if (fields.length > 0 && others.length === 0) return wrong
  return { ...wrong, form: `${others.join(' ') || messageOf(error.code, lang)} (${error.code})` }
}
