import { keepsRule, type PasswordRule } from '../../core/contract/person.ts'

/** Without those that are mistaken for each other when somebody reads them out: 0 O o, 1 l I. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** About 93 bits; shorter where the rule asks for it. */
const LENGTH = 16

type Random = (bytes: Uint8Array<ArrayBuffer>) => void
const browser: Random = (bytes) => void crypto.getRandomValues(bytes)

/** A password that keeps the rule, with letters of both cases and digits. */
export function generatePassword(rule: PasswordRule, random: Random = browser): string {
  const length = Math.max(rule.least, Math.min(rule.most, LENGTH))
  for (;;) {
    const password = drawn(length, random)
    const isMixed = /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)
    if (isMixed && keepsRule(password, rule)) return password
  }
}

/** Each character as likely as any other: bytes beyond the last whole round are drawn again. */
function drawn(length: number, random: Random): string {
  const whole = 256 - (256 % CHARACTERS.length)
  const bytes = new Uint8Array(length * 2)
  let text = ''
  while (text.length < length) {
    random(bytes)
    for (const byte of bytes) {
      if (text.length === length) break
      if (byte < whole) text += CHARACTERS[byte % CHARACTERS.length]
    }
  }
  return text
}
