/** What the playground's server sends its pages; JSON. */

export interface Words {
  zh: string
  en: string
}

/** What `data-sg-state` can say. */
export const STATES = ['ready', 'loading', 'empty', 'stale', 'offline', 'forbidden', 'expired', 'error'] as const
export type StateName = (typeof STATES)[number]

/** One row of the docs: an attribute, event, slot, part, custom property. */
export interface DocRow {
  name: string
  type: string
  fallback: string
  description: string
}

/** An attribute with what is offered for it. */
export interface KnobEntry extends DocRow {
  kind: 'text' | 'number' | 'switch' | 'choice' | 'json'
  /** What a `choice` may be, or what a text is offered. */
  choices: readonly string[]
  offers: 'device' | 'point' | 'points' | 'group' | null
  /** In the first snippet; null where it is not there. */
  value: string | null
}

export interface StateEntry {
  /** The `base-url` while in this state. */
  base: string
  token_url: string
  attributes: Readonly<Record<string, string | null>>
  /** What is done to reach it. */
  how: readonly Words[]
}

export interface Entry {
  tag: string
  /** Drawn without React. */
  is_leaf: boolean
  about: Words
  /** The docs' own words, in English. */
  description: string
  /** Of `attributes`, those that are the element's own to turn. */
  knobs: readonly KnobEntry[]
  attributes: readonly DocRow[]
  properties: readonly DocRow[]
  events: readonly DocRow[]
  slots: readonly DocRow[]
  parts: readonly DocRow[]
  css_properties: readonly DocRow[]
  states: Readonly<Partial<Record<StateName, StateEntry>>>
  height: number | null
  inside: readonly { tag: string; attributes: Readonly<Record<string, string>> }[]
}

export interface Catalogue {
  console_url: string
  elements: readonly Entry[]
}
