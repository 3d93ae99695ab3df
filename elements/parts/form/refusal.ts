import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import { type CallFailure, isCallFailure } from '../use-call.ts'
import { noReplyText } from './no-reply.ts'

/** What is wrong, by the field; `form` for what is of none. */
export type Wrong<Field extends string> = Partial<Record<Field | 'form', string>>

/**
 * For a code whose refusal names no field: the field that it belongs to, or what is said instead of the code's own
 * words. `unreachable` stands for no reply.
 */
export type FieldOf<Field extends string> = Readonly<Record<string, Field | Wrong<Field>>>

/** What a failed call says in one sentence, where no form has fields for it. A defect goes on. */
export function refusalText(error: unknown, lang: Lang): string {
  if (!isCallFailure(error)) throw error
  if (!(error instanceof ApiError)) return noReplyText(error, lang)
  return error.fields[0]?.message || messageOf(error.code, lang, error.wait_s)
}

/** The shown field that a refusal names: itself, or what it is a part of (`points.2` for `points.2.key`). */
function shownField<Field extends string>(named: string, shown: readonly Field[]): Field | undefined {
  for (let name = named; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.'))))
    if ((shown as readonly string[]).includes(name)) return name as Field
  return undefined
}

/** What a failed call says, at the fields that the form shows, else of the form. */
export function wrongOf<Field extends string>(
  failure: CallFailure,
  lang: Lang,
  shown: readonly Field[],
  fieldOf: FieldOf<Field> = {},
): Wrong<Field> {
  const code = failure instanceof ApiError ? failure.code : 'unreachable'
  const own = Object.hasOwn(fieldOf, code) ? fieldOf[code] : undefined
  if (!(failure instanceof ApiError))
    return typeof own === 'object' ? own : ({ form: noReplyText(failure, lang) } as Wrong<Field>)
  const message = messageOf(failure.code, lang, failure.wait_s)
  const named = failure.fields.map(({ field, message: said }) => ({
    field,
    place: shownField(field, shown),
    said: said || message,
  }))
  const wrong = Object.fromEntries(named.flatMap(({ place, said }) => (place ? [[place, said]] : []))) as Wrong<Field>
  const unshown = named.filter(({ place }) => !place).map(({ field, said }) => `${field}: ${said}`)
  if (named.length > 0 && unshown.length === 0) return wrong
  const isOfForm = Object.keys(wrong).length === 0
  if (isOfForm && typeof own === 'object') return own
  if (isOfForm && typeof own === 'string') return { [own as string]: message } as Wrong<Field>
  return { ...wrong, form: [`${message} (${code})`, ...unshown].join(' · ') }
}

/** What was found wrong, with the values that it was found in. */
export interface FoundWrong<Field extends string> {
  wrong: Wrong<Field>
  values: object
  /** Found by the form's own check, which then knows when it is mended. */
  isOfCheck: boolean
}

const isEqual = (before: unknown, now: unknown) => before === now || JSON.stringify(before) === JSON.stringify(now)

/**
 * What of it is still wrong: an error goes as soon as its field is mended, and says meanwhile what is wrong by now. What
 * another found, such as the server, goes when its field is changed; what is of the whole form stays until it is sent
 * again.
 */
export function stillWrong<Field extends string>(
  { wrong, values, isOfCheck }: FoundWrong<Field>,
  filled: { values: object; validate: () => Wrong<Field> },
): Wrong<Field> {
  const fields = Object.keys(wrong) as (Field | 'form')[]
  if (fields.length === 0) return wrong
  const now = filled.validate()
  const partOf = (of: object, field: string) => (field in of ? of[field as keyof typeof of] : of)
  const isUnchanged = (field: string) => isEqual(partOf(values, field), partOf(filled.values, field))
  const left = fields.flatMap((field) => {
    if (now[field]) return [[field, now[field]]]
    if (isOfCheck) return []
    return field === 'form' || isUnchanged(field) ? [[field, wrong[field]]] : []
  })
  return Object.fromEntries(left) as Wrong<Field>
}
