import type { Words } from '../../core/catalogue/words.ts'
import type { ElementState } from '../context/element-context.ts'

/** What the playground offers for one attribute. */
export interface ExampleAttribute {
  /** What it says at first; '' where it is only there. Left out: not there. */
  value?: string
  /** What can be chosen: SNs, keys or groups of the console that is shown, or these words. */
  offers?: 'device' | 'point' | 'points' | 'group' | readonly string[]
}

/** How the playground brings an element into a state; what is left out is as its table of situations says. */
export interface ExampleState {
  /** Attributes that are other than the chosen ones; null takes one away. */
  attributes?: Readonly<Record<string, string | null>>
  /** Where the calls go: `open` is the console itself. */
  gate?: 'open' | 'hold' | 'cut' | 'garble' | 'trouble'
  /** What the token allows. */
  token?: 'whole' | 'others' | 'none' | 'fading' | 'ended'
}

/** An element as the playground shows it first: from `example.ts` beside its screen, or `examples.ts` of the leaves. */
export interface Example {
  /** One sentence for those who look for an element. */
  about: Words
  attributes?: Readonly<Record<string, ExampleAttribute>>
  /** False for a state that this element cannot be in. */
  states?: Readonly<Partial<Record<ElementState, ExampleState | false>>>
  /** Px, for an element that fills the height of its place; others are as high as what they show. */
  height?: number
  /** What stands inside it. */
  inside?: readonly { tag: string; attributes: Readonly<Record<string, string>> }[]
}

/** States of an element for signed-in users alone, at which every token is a guest's. */
export const FOR_USERS = { ready: false, empty: false } as const
/** The same of one that is not read again by itself. */
export const FOR_USERS_ONCE = { ready: false, empty: false, stale: false } as const
/** States of a form that asks for nothing before it is sent. */
export const ALWAYS_READY = {
  loading: false,
  empty: false,
  stale: false,
  offline: false,
  forbidden: false,
  expired: false,
  error: false,
} as const
