import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { Binding, isSound, SCREEN_VERSION, ScreenDocument } from '../../../core/contract/documents/screen.ts'
import { WrongField } from '../http/field-errors.ts'
import { kindsIn } from './kinds-in-document.ts'

/** A document of 5,000 controls is 2 MB; twice that leaves room for long expressions. */
export const DOCUMENT_BYTES = 4 << 20
const DEEPEST = 64
const NARROWEST_PX = 16
const WIDEST_PX = 20_000

/** A document as it is kept, with what lists need to know of it. */
export interface StoredText {
  text: string
  width: number
  height: number
  /** Their number, but for those of symbols. */
  controls: number
  /** How often each kind is drawn, with those of symbols. */
  kinds: ReadonlyMap<string, number>
  badRanges: readonly BadRange[]
}

/** A binding with a range that no value lies in. */
interface BadRange {
  /** The field of the document. */
  field: string
  /** The same wherever the control stands. */
  key: string
}

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether lists and objects lie in each other at most so deep. Walks with a list of its own: a stack would end first. */
export function isWithin(value: unknown, deepest: number): boolean {
  const left: [value: unknown, depth: number][] = [[value, 1]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [held, depth] = next
    if (typeof held !== 'object' || held === null) continue
    if (depth > deepest) return false
    for (const inner of Object.values(held)) left.push([inner, depth + 1])
  }
  return true
}

/** Names by which a merge would reach into every object of a program. A body of HTTP that has them is refused as such. */
function isReserved(held: object): boolean {
  if (Object.hasOwn(held, '__proto__')) return true
  const { constructor: made } = held
  return Object.hasOwn(held, 'constructor') && isPlain(made) && Object.hasOwn(made, 'prototype')
}

/** Whether something in it is called by a reserved name. Of what lies within a bound. */
export function hasReservedName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return isReserved(value) || Object.values(value).some(hasReservedName)
}

const isExtent = (value: unknown): value is number =>
  typeof value === 'number' && value >= NARROWEST_PX && value <= WIDEST_PX

const refuse = (field: string, words: Words) => new WrongField(field, words, '201801')

/**
 * Validates the structure of a document and nothing that is drawn on it: unknown fields are kept, and controls are
 * validated by their kinds, where they are drawn. 201801 for what is no document; 115002 for one that is too large.
 */
export function readDocument(sent: unknown, field = 'document'): StoredText {
  if (!isPlain(sent)) throw refuse(field, { zh: '不是画面文档', en: 'is no screen document' })
  const { version, width, height, controls } = sent
  if (!Number.isInteger(version) || (version as number) < 1)
    throw refuse(`${field}.version`, { zh: '缺少文档版本', en: 'names no version of the document' })
  if ((version as number) > SCREEN_VERSION)
    throw refuse(`${field}.version`, {
      zh: '文档由更新版本的程序制作，请先升级',
      en: 'was made by a newer program: upgrade this one first',
    })
  if (!isExtent(width) || !isExtent(height)) throw new ApiError('115002')
  if (!Array.isArray(controls) || !controls.every(isPlain))
    throw refuse(`${field}.controls`, { zh: '缺少控件列表', en: 'has no list of controls' })
  if (controls.length > LIMITS.controlsPerScreen) throw new ApiError('115002')
  if (!isWithin(sent, DEEPEST)) throw refuse(field, { zh: '嵌套过深', en: 'is nested too deeply' })
  if (hasReservedName(sent))
    throw refuse(field, { zh: '包含不允许的字段名', en: 'holds a name that no field may have' })
  const text = JSON.stringify(sent)
  requireSize(text)
  return {
    text,
    width,
    height,
    controls: controls.length,
    kinds: kindsIn(sent),
    badRanges: badRanges(controls, field),
  }
}

/** Refuses a document that is too large with 115002. */
export function requireSize(text: string): void {
  if (Buffer.byteLength(text) > DOCUMENT_BYTES) throw new ApiError('115002')
}

/** Those that cannot be read are checked where they are drawn. */
function badRanges(controls: readonly Plain[], field: string): BadRange[] {
  return controls.flatMap((control, n) =>
    Object.entries(isPlain(control.bindings) ? control.bindings : {}).flatMap(([path, binding]) => {
      const { data } = Binding.safeParse(binding)
      if (!data || isSound(data)) return []
      const key = JSON.stringify([control.control_id, path, binding])
      return [{ field: `${field}.controls.${n}.bindings.${path}`, key }]
    }),
  )
}

/** Refuses ranges of bindings that no value lies in, but for those that the document had before. */
export function requireRanges({ badRanges }: StoredText, before?: StoredText): void {
  const had = new Set(before?.badRanges.map(({ key }) => key))
  const fresh = badRanges.find(({ key }) => !had.has(key))
  if (fresh)
    throw refuse(fresh.field, {
      zh: '范围的下限应小于上限',
      en: 'has a range whose lower bound is not below its upper one',
    })
}

/** A screen with nothing on it. */
export const blankDocument = (width: number, height: number): unknown =>
  ScreenDocument.parse({ version: SCREEN_VERSION, width, height, controls: [] })

/** px of a new screen, by its variant. */
export const DEFAULT_SIZE = {
  desktop: { width: 1120, height: 630 },
  mobile: { width: 750, height: 1334 },
} as const
