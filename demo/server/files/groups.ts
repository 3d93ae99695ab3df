import * as z from 'zod/mini'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import { Control } from '../../../core/contract/documents/screen.ts'
import { readJson } from '../../../core/contract/json.ts'
import { hasReservedName } from './document.ts'

/** How deep lists and objects of a group may stand in each other. */
const MOST_DEPTH = 32

/** Controls that are used in several places, as documents keep them under `symbols`. What is not named here stays. */
const Group = z.catchall(
  z.object({
    width: z.number().check(z.minimum(0), z.maximum(100_000)),
    height: z.number().check(z.minimum(0), z.maximum(100_000)),
    controls: z.array(Control).check(z.minLength(1), z.maxLength(LIMITS.controlsPerScreen)),
  }),
  z.unknown(),
)

export interface CheckedGroup {
  /** The group as JSON, as it came. */
  json: string
  width: number
  height: number
}

/** The group that a file holds, or what is wrong with it. */
export function groupOf(bytes: Buffer): CheckedGroup | Words {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (isDeeperThan(text, MOST_DEPTH)) return { zh: '控件组嵌套过深', en: 'is nested too deeply' }
  const value = readJson(text)
  const group = Group.safeParse(value)
  if (!group.success || hasReservedName(value)) return { zh: '不是有效的控件组', en: 'is no group of controls' }
  const { width, height } = group.data
  return { json: JSON.stringify(value), width, height }
}

/** By its brackets alone, before anything is parsed: a parser recurses. */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{' || sign === '[') {
      if (++depth > most) return true
    } else if (sign === '}' || sign === ']') depth--
  }
  return false
}
