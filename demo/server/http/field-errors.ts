import * as z from 'zod/mini'
import type * as core from 'zod/v4/core'
import type { Code } from '../../../core/catalogue/codes.ts'
import type { Language, Words } from '../../../core/catalogue/words.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { FieldError } from '../../../core/contract/endpoint.ts'
import { UNSEEN, unseenIn } from './unseen-characters.ts'
import { firstWrongEntries } from './wrong-entries.ts'

const TYPES: Record<string, Words> = {
  string: { zh: '应为文本', en: 'must be text' },
  number: { zh: '应为数字', en: 'must be a number' },
  int: { zh: '应为整数', en: 'must be a whole number' },
  boolean: { zh: '应为 true 或 false', en: 'must be true or false' },
  array: { zh: '应为列表', en: 'must be a list' },
  object: { zh: '应为对象', en: 'must be an object' },
}
/** A form has no use for the ten-thousandth wrong entry of a list. */
const MOST_WRONG = 50
/** Characters of a field's path: a key may be as long as the body. */
const LONGEST_PATH = 300
export const NOT_VALID: Words = { zh: '格式不正确', en: 'is not valid' }

const tooMany = (most: number | bigint): Words => ({
  zh: `最多 ${most} 项`,
  en: `may have at most ${most} entries`,
})

function bound(issue: core.$ZodRawIssue<core.$ZodIssueTooBig | core.$ZodIssueTooSmall>): Words {
  const isLeast = issue.code === 'too_small'
  const limit = isLeast ? issue.minimum : issue.maximum
  if (issue.origin === 'string')
    return isLeast
      ? { zh: `至少 ${limit} 个字符`, en: `needs at least ${limit} characters` }
      : { zh: `最多 ${limit} 个字符`, en: `may have at most ${limit} characters` }
  if (issue.origin === 'array')
    return isLeast ? { zh: `至少 ${limit} 项`, en: `needs at least ${limit} entries` } : tooMany(limit)
  return isLeast
    ? { zh: `不能小于 ${limit}`, en: `must be ${limit} or more` }
    : { zh: `不能大于 ${limit}`, en: `must be ${limit} or less` }
}

function wordsOf(issue: core.$ZodRawIssue): Words {
  if (issue.input === undefined || issue.input === null) return { zh: '不能为空', en: 'is missing' }
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? NOT_VALID
  if (issue.code === 'too_small' || issue.code === 'too_big') return bound(issue)
  if (issue.code === 'invalid_value') {
    const values = issue.values.join(', ')
    return { zh: `应为以下之一：${values}`, en: `must be one of ${values}` }
  }
  if (issue.code === 'custom' && typeof issue.params?.above === 'string') {
    const { above } = issue.params
    return { zh: `必须大于 ${above}`, en: `must be more than ${above}` }
  }
  return NOT_VALID
}

/** Parses what a caller sent: the value, or where it is wrong in words for people. The sent value is never repeated. */
export function parseInput<T extends z.ZodMiniType>(
  schema: T,
  input: unknown,
  language: Language,
): { ok: true; value: z.output<T> } | { ok: false; fields: FieldError[] } {
  const at = (field: string, message: string) => ({ field: field.slice(0, LONGEST_PATH), message })
  const unseen = unseenIn(input, MOST_WRONG)
  if (unseen.length > 0) return { ok: false, fields: unseen.map((field) => at(field, UNSEEN[language])) }
  const error = (issue: core.$ZodRawIssue) => wordsOf(issue)[language]
  const entries = firstWrongEntries(schema, input, {
    most: MOST_WRONG,
    error,
    tooMany: (most) => tooMany(most)[language],
  })
  const parsed = entries ? null : z.safeParse(schema, input, { error })
  if (parsed?.success) return { ok: true, value: parsed.data }
  const issues = entries ?? parsed?.error?.issues ?? []
  return { ok: false, fields: issues.slice(0, MOST_WRONG).map(({ path, message }) => at(path.join('.'), message)) }
}

export interface WrongParts {
  field: string
  words: Words
  code: Code
}

/** An input that fits its schema and is refused all the same: at the field, in the caller's language. */
export class WrongField extends ApiError {
  readonly parts: WrongParts
  constructor(field: string, words: Words, code: Code = '100006') {
    super(code, { fields: [{ field, message: words.zh }] })
    this.parts = { field, words, code }
  }

  in(language: Language): ApiError {
    const { field, words, code } = this.parts
    return new ApiError(code, { fields: [{ field, message: words[language] }] })
  }
}
