import type { Words } from './shape.ts'

/** The kit's `controls.json`: the kinds of control that screens are drawn with. */

export interface ControlField {
  /** `font.size` */
  path: string
  /** What it is edited with, as the drawing program has it. */
  type: string
  group: string
  names: Words
  min?: number
  max?: number
  step?: number
  maxLength?: number
  unit?: string
  choices?: readonly { value: string | number | boolean; names: Words }[]
  isNullable: boolean
}

export interface ControlEntry {
  kind: string
  names: Words
  /** The path of an outline on a grid of 20 px. */
  glyph: string
  category: string
  version: number
  size: { width: number; height: number }
  defaults: Readonly<Record<string, unknown>>
  /** What a newly drawn one has. */
  starting: Record<keyof Words, Readonly<Record<string, unknown>>>
  fields: readonly ControlField[]
  /** The main one first. */
  bindable: readonly { path: string; names: Words }[]
}

export interface SymbolEntry {
  /** `sg/valves/gate` */
  id: string
  category: string
  names: Words
  states: readonly string[]
  width: number
  height: number
}

export interface Controls {
  console_url: string
  kinds: readonly ControlEntry[]
  categories: Readonly<Record<string, Words>>
  groups: Readonly<Record<string, Words>>
  symbols: readonly SymbolEntry[]
  symbol_categories: Readonly<Record<string, Words>>
}

/** How far a control's values can be trusted, and what it looks like when something is wrong. */
export const SHOWN = ['good', 'stale', 'bad', 'missing', 'alarm'] as const
export type Shown = (typeof SHOWN)[number]

/** A point with an open alarm, as `WW0001.flow`; null where there is none. */
export type AlarmPoint = string | null
