import { strFromU8, unzipSync } from 'fflate'

/** What the texts of one tenant carry, so that a text that got out shows whose it is. */
export interface Mark {
  /** One letter that no text of the product has. */
  word: string
  /** A letter of users, groups and roles that the tenant's administrator2 does not oversee. */
  outside: string
  /** A letter of devices that the tenant's sub-user and guest do not see. */
  hidden: string
  /** Where only Latin letters and digits may stand, like in an SN; in lower case too. */
  sn: string
  /** Where only digits may stand: ten of them, as no time and no measurement has them. */
  digits: string
}

const HANGUL = 0xac00
const LETTERS = 11_172
let made = 0

export function newMark(): Mark {
  const n = made++
  const letter = (i: number) => String.fromCodePoint(HANGUL + ((3 * n + i) % LETTERS))
  return {
    word: letter(0),
    outside: letter(1),
    hidden: letter(2),
    sn: `SX${n.toString(36).toUpperCase().padStart(3, '0')}QZ`,
    digits: `000${String(n).padStart(4, '0')}000`,
  }
}

/** Whether a text carries the mark of this tenant. */
export const isMarked = (text: string, { word, sn, digits }: Mark): boolean =>
  [word, sn, sn.toLowerCase(), digits].some((part) => text.includes(part))

/** The first part of a mark that is not this tenant's, of all that there ever were; null when there is none. */
export function anothersIn(text: string, own: Mark, others: readonly Mark[]): string | null {
  const letters = [own.word, own.outside, own.hidden]
  const letter = text.match(/[\uac00-\ud7a3]/gu)?.find((one) => !letters.includes(one))
  const sn = text.match(/SX[0-9A-Z]{3}QZ/gi)?.find((one) => one.toUpperCase() !== own.sn)
  const digits = others.find((mark) => text.includes(mark.digits))?.digits
  return letter ?? sn ?? digits ?? null
}

/** The text around a part, for whoever looks for the leak. */
export function around(text: string, part: string): string {
  const at = text.indexOf(part)
  return text.slice(Math.max(0, at - 80), at + 80)
}

/** All that a reply says: its headers, and its body; a workbook's parts unpacked. */
export function textOf(headers: Record<string, unknown>, body: Buffer): string {
  const heading = Object.entries(headers)
    .map(([name, value]) => `${name}: ${decoded(String(value))}`)
    .join('\n')
  const isZip = body.subarray(0, 2).toString('latin1') === 'PK'
  const said = isZip ? Object.values(unzipSync(body)).map((part) => strFromU8(part)) : [body.toString()]
  return [heading, ...said].join('\n').replace(PICTURE, (_, head: string, content: string) => {
    return head + Buffer.from(content, 'base64').toString('latin1')
  })
}

/**
 * By its bytes: in base64, where a letter is one of 64, a long picture has any seven of them by chance now and then. A PNG
 * is one without saying so too.
 */
const PICTURE = /(data:image\/[a-z+]+;base64,|"(?=iVBORw0KGgo))([A-Za-z0-9+/]+={0,2})/g

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
