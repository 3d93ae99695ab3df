import type { Code } from '../../../core/catalogue/codes.ts'
import type { Language } from '../../../core/catalogue/words.ts'
import type { Endpoint, FieldError } from '../../../core/contract/endpoint.ts'
import { parseInput } from './field-errors.ts'

/** What a caller sent: the value that the call is for, or why it is refused. */
export type Input = { value: unknown } | { refused: { code: Code; fields: readonly FieldError[]; status: number } }

/** Checks what was sent to a call. */
export function checkInput(endpoint: Endpoint, sent: unknown, language: Language): Input {
  const input = parseInput(endpoint.input, sent, language)
  if (input.ok) return { value: input.value }
  return { refused: { code: codeOf(endpoint, sent, input.fields), fields: input.fields, status: 200 } }
}

/** The code of an input that is refused: by the first of its wrong fields. */
function codeOf({ empty = {} }: Endpoint, sent: unknown, [first]: readonly FieldError[]): Code {
  const { field = '' } = first ?? {}
  const value = (sent as Record<string, unknown> | null | undefined)?.[field] ?? ''
  const isEmpty = typeof value === 'string' && value.trim() === ''
  if (isEmpty) return Object.hasOwn(empty, field) ? (empty[field] as Code) : '100006'
  return field === 'sn_code' ? '110543' : '100006'
}
