import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Lang, Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

/** What the user wants to sign in with. */
export type Goal = 'password' | 'experience'

export interface Wrong {
  user_name?: string
  password?: string
  graphic_code?: string
  /** Of the two together, or of neither. */
  form?: { message: string; code?: string }
}

/** One message for all of these: none reveals whether the name exists. */
const UNKNOWN = ['110003', '110310', '110426', '100014']
const TOO_MANY = '100019'
const NO_RIGHT = '100015'

export const isCheckOver = (error: unknown) => error instanceof ApiError && error.code === '100024'
export const isCodeWrong = (error: unknown) => error instanceof ApiError && error.code === '110002'
/** The password was checked: it is not shown again. */
export const isFinalRefusal = (error: unknown) =>
  error instanceof ApiError && !isCheckOver(error) && !isCodeWrong(error)

interface Words {
  t: Translated<(typeof text)['rows']>
  lang: Lang
  /** Of the graphic code: that it was wrong, or, where it was not shown yet, that it is required. */
  letters: string
}

/** What to say of a refused sign-in, and where. */
export function wrongOf(error: unknown, goal: Goal, { t, lang, letters }: Words): Wrong {
  if (!(error instanceof ApiError)) return { form: { message: t.unreachable } }
  const atField = (field: string) => error.fields.find((row) => row.field === field)?.message
  const [atName, atPassword] = [atField('user_name'), atField('password')]
  if (atName || atPassword) return { ...(atName && { user_name: atName }), ...(atPassword && { password: atPassword }) }
  if (isCodeWrong(error)) return { graphic_code: letters }
  if (isCheckOver(error)) return { form: { message: t.checkAgain } }
  if (goal === 'experience' && error.code === NO_RIGHT) return { form: { message: t.experienceNone } }
  if (error.code === TOO_MANY) return { form: { message: goal === 'experience' ? t.experienceFull : t.tooMany } }
  if (UNKNOWN.includes(error.code)) return { form: { message: t.refused } }
  return { form: { message: messageOf(error.code, lang) || t.failed, code: error.code } }
}
