import { createHash } from 'node:crypto'
import type { Point } from '../../../core/contract/device.ts'

type EnumText = NonNullable<Point['enum_text']>

const known = new Map<string, WeakRef<EnumText>>()
const ended = new FinalizationRegistry<string>((hash) => {
  if (known.get(hash)?.deref() === undefined) known.delete(hash)
})

/** The words of an enum, from their JSON: points with the same words, as all devices of a template have, share one object. */
export function enumTextOf(json: string | null): Point['enum_text'] {
  if (json === null) return null
  const hash = createHash('sha256').update(json).digest('base64')
  const before = known.get(hash)?.deref()
  if (before) return before
  const words: EnumText = JSON.parse(json)
  known.set(hash, new WeakRef(words))
  ended.register(words, hash)
  return words
}
