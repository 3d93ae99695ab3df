import { DAY_S } from '../../catalogue/durations.ts'
import type { Value } from '../../contract/telemetry.ts'

/** A source of more characters than this is refused unread. */
export const EXPRESSION_LIMITS = {
  characters: 4096,
  /** Of brackets, functions, choices and signs in one another. */
  depth: 64,
  nodes: 2000,
  /** Of the last n seconds. */
  windowS: DAY_S,
  /** Of a text that an expression makes. */
  textCharacters: 4096,
} as const

/** A part of the source, in UTF-16 units. */
export interface Spot {
  readonly index: number
  readonly length: number
}

/** A point that an expression reads; without `sn_code` ('') it is of the device that the screen is opened for. */
export interface PointRef {
  readonly sn_code: string
  readonly key: string
}

/** What could stand where something else was found. */
export type Expected = 'value' | 'operator' | 'point' | 'seconds' | 'text' | 'key' | ')' | ',' | ':' | '(' | '"' | ']'

export type SyntaxFault =
  | 'too_long'
  | 'too_deep'
  | 'too_many'
  | 'unexpected'
  | 'unfinished'
  | 'not_closed'
  | 'bad_character'
  | 'bad_number'
  | 'bad_key'
  | 'bad_device'
  | 'digit_name'
  | 'dotted_key'
  | 'chained'
  | 'unknown_function'
  | 'argument_count'
  | 'window'

/** Why a source is no expression; `errorText` says it in words. */
export interface ExpressionError extends Spot {
  readonly fault: SyntaxFault
  /** What stands there; '' at the end. */
  readonly found: string
  readonly expected: Expected | null
  /** For `argument_count`: of the function, and how many it takes. */
  readonly least?: number
  readonly most?: number
}

export type BinarySign = 'or' | 'and' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | '^'

export type WindowName = 'avg' | 'min' | 'max' | 'delta' | 'rate'
export type FactName = 'quality' | 'age' | 'alarm'

/** A parsed source. Points stand by their place in the expression's own list. */
export type Node = Spot &
  (
    | { readonly is: 'literal'; readonly value: Value }
    | { readonly is: 'point'; readonly point: number }
    | { readonly is: 'parameter'; readonly name: string }
    | { readonly is: 'negative'; readonly of: Node }
    | { readonly is: 'not'; readonly of: Node }
    | { readonly is: 'binary'; readonly sign: BinarySign; readonly left: Node; readonly right: Node }
    | { readonly is: 'choice'; readonly when: Node; readonly then: Node; readonly otherwise: Node }
    | { readonly is: 'call'; readonly name: string; readonly taken: readonly Node[] }
    | { readonly is: 'fact'; readonly name: FactName; readonly point: number }
    | { readonly is: 'window'; readonly name: WindowName; readonly point: number; readonly seconds: number }
  )

/** Ends a parse from any depth; caught where it began. */
export class Refusal extends Error {
  readonly error: ExpressionError
  constructor(error: ExpressionError) {
    super(error.fault)
    this.error = error
  }
}
