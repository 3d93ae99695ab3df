/** Screens as the server stores them: plain documents, as any client would send them. */

import type { Language, Text } from '../kind.ts'

export type Style = 'grey' | 'coloured'

/** What stands on a screen: a sign that every language has, or words in both. */
export type Words = string | Text

export interface Binding {
  expression: string
  ranges?: { from?: number; to?: number; is?: string | number | boolean; gives: unknown }[]
  otherwise?: unknown
}

export interface Control {
  kind: string
  version: 1
  name: Words
  x: number
  y: number
  width: number
  height: number
  props: Record<string, unknown>
  bindings: Record<string, Binding>
  events?: { on: 'click'; actions: Record<string, unknown>[] }[]
  tooltip?: Words
  /** Of what others name as their group. */
  control_id?: string
  parent?: string
}

export interface Document {
  version: 1
  width: number
  height: number
  style: Style
  background: { color: string }
  grid: number
  controls: (Control & { control_id: string })[]
}

/** Left, top, width and height, px of the document. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** A binding that is nothing but an expression is written as its text. */
type Bindings = Record<string, string | Binding>
type More = Partial<Pick<Control, 'name' | 'events' | 'tooltip'>>

export function control(kind: string, box: Box, props: object = {}, bindings: Bindings = {}, more: More = {}): Control {
  const [x, y, width, height] = box
  const bound = Object.entries(bindings).map(([path, binding]) => {
    return [path, typeof binding === 'string' ? { expression: binding } : binding] as const
  })
  return {
    kind,
    version: 1,
    name: '',
    x,
    y,
    width,
    height,
    props: { ...props },
    bindings: Object.fromEntries(bound),
    ...more,
  }
}

/** Puts controls together in painting order, the hindmost first. */
export function screenOf(width: number, height: number, style: Style, controls: readonly Control[]): Document {
  return {
    version: 1,
    width,
    height,
    style,
    grid: 10,
    background: { color: 'var(--sg-surface-0)' },
    controls: controls.map((one, n) => ({ control_id: `c${n + 1}`, ...one })),
  }
}

/** The document with its words in one language: texts that somebody draws belong to an organisation, which has one. */
export const inLanguage = (document: Document, language: Language): Document => spoken(document, language) as Document

function spoken(part: unknown, language: Language): unknown {
  if (Array.isArray(part)) return part.map((one) => spoken(one, language))
  if (typeof part !== 'object' || part === null) return part
  if ('zh' in part && 'en' in part) return part[language]
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, spoken(value, language)]))
}
