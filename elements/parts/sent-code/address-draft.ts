import { type AddressKind, emailOf, phoneOf } from '../../../core/contract/person.ts'
import { AREA_CODES, DEFAULT_REGION } from './area-codes.ts'

/** A phone number or an e-mail address, as it is being typed. */
export interface AddressDraft {
  kind: AddressKind
  region: string
  number: string
  email: string
}

export const NO_ADDRESS: AddressDraft = { kind: 'phone', region: DEFAULT_REGION, number: '', email: '' }

export const codeOf = (region: string): string => AREA_CODES.find((row) => row.region === region)?.code ?? '86'

/** A number that was pasted whole, `+49 1711234567` or `00491711234567`, in its parts; null for any other. */
export function wholeNumber(number: string): { region: string; number: string } | null {
  const digits = /^\s*(?:\+|00)([\d\s().-]+)$/.exec(number)?.[1]?.replace(/\D/g, '')
  const area = digits && AREA_CODES.find(({ code }) => digits.startsWith(code))
  return area ? { region: area.region, number: digits.slice(area.code.length) } : null
}

/** The draft after its number was typed: one that was pasted whole also chooses its area code. */
export function withNumber(draft: AddressDraft, number: string): AddressDraft {
  const whole = wholeNumber(number)
  // While `+8` is being typed there is nothing to choose yet; a few digits decide.
  if (!whole || whole.number.length < 4) return { ...draft, number }
  const isSameCode = codeOf(whole.region) === codeOf(draft.region)
  return { ...draft, number: whole.number, region: isSameCode ? draft.region : whole.region }
}

/** The address as the server takes it; null while it is none. */
export function addressOfDraft({ kind, region, number, email }: AddressDraft): string | null {
  if (kind === 'email') return emailOf(email)
  const whole = wholeNumber(number)
  const digits = (whole?.number ?? number).replace(/[\s().-]/g, '')
  return phoneOf(`+${codeOf(whole?.region ?? region)} ${digits}`)
}

/** The error at the field of a draft that is no address: the name of its text. */
export function faultOf({ kind, region }: AddressDraft) {
  if (kind === 'email') return 'emailWrong'
  return codeOf(region) === '86' ? 'numberWrong' : 'numberElsewhere'
}
