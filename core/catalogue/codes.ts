import { FAMILIES } from './code-families.ts'
import { IN_ORDER } from './codes-in-order.ts'
import { SPECIFIED } from './codes-specified.ts'
import type { Language, Words } from './words.ts'

/** Every code with a meaning of its own. */
export const CODES = { ...SPECIFIED, ...IN_ORDER }

/** A code that the product may answer with; any other does not compile. */
export type Code = keyof typeof CODES

/** The code of a granted request. */
export const SUCCESS = '100001' satisfies Code

/** Messages of the catalogue that have no code. */
export const MESSAGES = {
  logoutFailed: { zh: '退出登录失败', en: 'The sign-out failed' },
  serverError: { zh: '服务器错误，请刷新页面', en: 'The server failed: reload the page' },
} as const satisfies Record<string, Words>

/** Whether a code has a meaning of its own. */
export const isCode = (code: string): code is Code => Object.hasOwn(CODES, code)

/** The texts of a code: its own, else its family's; null for a code outside every range. */
export function wordsOf(code: string): Words | null {
  if (isCode(code)) return CODES[code]
  if (!/^\d{6}$/.test(code)) return null
  const number = Number(code)
  return FAMILIES.find(({ from, to }) => from <= number && number <= to) ?? null
}

/** The words of a refusal, with the seconds to wait; 0 where waiting does not help. */
export function refusalWords(code: string, wait_s = 0): Words | null {
  const words = wordsOf(code)
  if (!words || wait_s === 0) return words
  return { zh: `${words.zh}，请在 ${wait_s} 秒后重试`, en: `${words.en}. Try again in ${wait_s} s` }
}

/** What to show for a code. One that is not in the catalogue is shown as a failed operation, with its number. */
export function messageOf(code: string, language: Language, wait_s = 0): string {
  const words = refusalWords(code, wait_s)
  return words ? words[language] : `${CODES['100002'][language]} (${code})`
}
