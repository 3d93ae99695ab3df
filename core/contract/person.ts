import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { isPlain, Line } from './plain-text.ts'

const PHONE = /^\+([1-9]\d{0,3}) (\d{4,14})$/
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]{2,63})+$/

/**
 * A phone number as it is kept: `+`, the international area code, a space, the number's digits. Numbers of +86 have 11
 * digits (the specification's rule), all others 4 to 14 (ITU-T E.164). Null for what is none. Eleven digits alone are
 * read as +86.
 */
export function phoneOf(text: string): string | null {
  const written = text.trim().replace(/[-()]/g, '').replace(/\s+/g, ' ')
  const whole = /^1\d{10}$/.test(written) ? `+86 ${written}` : written
  const [, area, digits] = PHONE.exec(whole) ?? []
  if (!area || !digits) return null
  return area !== '86' || digits.length === LIMITS.phoneDigits ? `+${area} ${digits}` : null
}

/** An e-mail address in lower case, as it is kept; null for what is none. */
export const emailOf = (text: string): string | null => {
  const written = text.trim().toLowerCase()
  return written.length <= 254 && EMAIL.test(written) ? written : null
}

export type AddressKind = 'phone' | 'email'

/** What a text that may be either is. */
export function addressOf(text: string): { kind: AddressKind; address: string } | null {
  const phone = phoneOf(text)
  if (phone) return { kind: 'phone', address: phone }
  const email = emailOf(text)
  return email ? { kind: 'email', address: email } : null
}

/** A phone number (with its area code) or an e-mail address. */
export const Address = z.string().check(
  z.maxLength(254),
  z.refine((text) => addressOf(text) !== null),
)

/** The name that signs in: letters, digits and `. _ -`, 2 to 32; none that is read as a phone number, which is its owner's. */
export const UserName = z.string().check(
  z.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{1,31}$/u),
  z.refine((name) => phoneOf(name) === null),
)

/** Behind a full name, records have in them the name that signs in and who really acted. */
export const PARENTHESES = /[()（）﹙﹚⁽⁾]/g

/** A name as people have it, beside the nickname; '' for none. */
export const FullName = Line(LIMITS.fullName, 0).check(z.refine((name) => name.search(PARENTHESES) < 0))

/** No special characters or spaces: letters and digits of any script, and the hyphen. */
export const RoleName = z.string().check(z.regex(/^[\p{L}\p{N}-]{1,32}$/u))

/** At most 10 characters, no underscore at either end. */
export const GroupName = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(LIMITS.groupName),
  z.refine((name) => isPlain(name) && !/^_|_$/.test(name)),
)

/** Bounded here; whether it is good enough is the tenant's rule, see `PasswordRule`. */
export const NewPassword = z.string().check(z.minLength(1), z.maxLength(LIMITS.strongPassword))

/**
 * What a tenant asks of passwords. The specification's rule is 6 to 11 letters or digits; `any` lets in every other
 * character too, and then up to 128.
 */
export const PasswordRule = z.object({
  least: z.int().check(z.minimum(LIMITS.passwordMin), z.maximum(64)),
  most: z.int().check(z.minimum(LIMITS.passwordMin), z.maximum(LIMITS.strongPassword)),
  any: z.boolean(),
})
export type PasswordRule = z.infer<typeof PasswordRule>

export const DEFAULT_PASSWORD_RULE: PasswordRule = { least: LIMITS.passwordMin, most: LIMITS.password, any: false }

/** What is offered first where an organisation sets a rule of its own. */
export const STRONGER_PASSWORD_RULE: PasswordRule = { least: 12, most: LIMITS.strongPassword, any: true }

/** Whether a new password keeps the rule. Lengths count characters as people see them (code points). */
export function keepsRule(password: string, { least, most, any }: PasswordRule): boolean {
  const length = [...password].length
  return least <= length && length <= most && (any || /^[A-Za-z0-9]*$/.test(password))
}
