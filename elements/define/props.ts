/** How one property of an element is declared: once, for its attribute, its accessor and its type. */
export interface PropDeclaration<Value> {
  readonly kind: 'string' | 'number' | 'boolean' | 'object'
  readonly fallback: Value
  /** Of a string: the only words that are taken. */
  readonly choices?: readonly string[]
  /** Of a number: no lower one is taken. */
  readonly least?: number
}

function string(): PropDeclaration<string | undefined>
function string(fallback: string): PropDeclaration<string>
function string(fallback?: string): PropDeclaration<string | undefined> {
  return { kind: 'string', fallback }
}
function number(): PropDeclaration<number | undefined>
function number(fallback: number): PropDeclaration<number>
function number(fallback?: number): PropDeclaration<number | undefined> {
  return { kind: 'number', fallback }
}
function object<Value>(): PropDeclaration<Value | undefined>
function object<Value>(fallback: Value): PropDeclaration<Value>
function object<Value>(fallback?: Value): PropDeclaration<Value | undefined> {
  return { kind: 'object', fallback }
}

function choice<const Value extends string>(choices: readonly Value[]): PropDeclaration<Value | undefined>
function choice<const Value extends string>(choices: readonly Value[], fallback: NoInfer<Value>): PropDeclaration<Value>
function choice(choices: readonly string[], fallback?: string): PropDeclaration<string | undefined> {
  return { kind: 'string', fallback, choices }
}

/** `prop.string()`, `prop.choice(['values', 'curve'], 'values')`, `prop.number(10)`, `prop.atLeast(1)`, `prop.boolean()`, `prop.object<string[]>()` */
export const prop = {
  string,
  /** One of some words; left out, or empty, it is the fallback. */
  choice,
  number,
  /** A number that is no lower. */
  atLeast: (least: number): PropDeclaration<number | undefined> => ({ kind: 'number', fallback: undefined, least }),
  object,
  /** False unless the attribute is there; `compact="false"` is false too. */
  boolean: (): PropDeclaration<boolean> => ({ kind: 'boolean', fallback: false }),
}

/** `event<{ point_id: string }>()`: what the event's `detail` holds. */
export interface EventDeclaration<Detail> {
  /** Never there: carries the type only. */
  readonly detail?: Detail
}
export const event = <Detail = null>(): EventDeclaration<Detail> => ({})

export interface ElementApi {
  readonly props?: Readonly<Record<string, PropDeclaration<unknown>>>
  /** Keys read `onPointSelect`; the event is then `sg-point-select`. */
  readonly events?: Readonly<Record<`on${string}`, EventDeclaration<unknown>>>
}

type PropsOf<Api extends ElementApi> = Api['props'] extends infer Props
  ? { [Key in keyof Props]: Props[Key] extends PropDeclaration<infer Value> ? Value : never }
  : never
type EventsOf<Api extends ElementApi> = Api['events'] extends infer Events
  ? {
      /** True when the page called `preventDefault()`: it took care of this itself. */
      [Key in keyof Events]: Events[Key] extends EventDeclaration<infer Detail>
        ? [Detail] extends [null]
          ? () => boolean
          : (detail: Detail) => boolean
        : never
    }
  : never

/** What a view receives: the element's properties, and a function per event. */
export type ElementProps<Api extends ElementApi> = (Api['props'] extends object ? PropsOf<Api> : unknown) &
  (Api['events'] extends object ? EventsOf<Api> : unknown)

/** The element as a page sees it. */
export type ElementOf<Api extends ElementApi> = HTMLElement &
  (Api['props'] extends object ? { -readonly [Key in keyof PropsOf<Api>]: PropsOf<Api>[Key] } : unknown)

export const kebab = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

/** `onPointSelect` to `sg-point-select`. */
export const eventType = (name: string): string => `sg-${kebab(name.slice(2))}`

interface Read {
  value: unknown
  problem?: string
}

function chosen(choices: readonly string[], text: string): Read {
  if (text === '' || choices.includes(text)) return { value: text === '' ? undefined : text }
  return { value: undefined, problem: `"${text.slice(0, 80)}" is none of ${choices.join(', ')}` }
}

const bounded = (value: number, least = Number.NEGATIVE_INFINITY): Read =>
  value < least ? { value: undefined, problem: `${value} is less than ${least}` } : { value }

/** What a page set as a property: null and undefined are the default, and frameworks write numbers as texts. */
export function readProperty(declaration: PropDeclaration<unknown>, raw: unknown): Read {
  const { kind } = declaration
  if (raw === null || raw === undefined) return { value: undefined }
  if (kind === 'boolean') return { value: raw !== false && raw !== 'false' }
  if (kind === 'number' && typeof raw === 'string') return readAttribute(declaration, raw)
  if (kind === 'string' && (typeof raw === 'number' || typeof raw === 'string'))
    return readAttribute(declaration, `${raw}`)
  if (typeof raw === 'number' && kind === 'number' && !Number.isNaN(raw)) return bounded(raw, declaration.least)
  if (typeof raw === kind && kind !== 'number') return { value: raw }
  const what = Number.isNaN(raw) ? 'NaN' : `${typeof raw === 'object' ? 'an' : 'a'} ${typeof raw}`
  return { value: undefined, problem: `${what} is not ${kind === 'object' ? 'an' : 'a'} ${kind}` }
}

/** What cannot be read is undefined, and `problem` says why in English for the page's author. */
export function readAttribute({ kind, choices, least }: PropDeclaration<unknown>, text: string | null): Read {
  if (kind === 'boolean') return { value: text === null ? undefined : text !== 'false' }
  if (text === null) return { value: undefined }
  if (kind === 'string') return choices ? chosen(choices, text) : { value: text }
  if (kind === 'number') {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    return Number.isNaN(value) ? { value: undefined, problem: `"${text}" is not a number` } : bounded(value, least)
  }
  // A React page writes this onto a tag that is not defined yet; the object itself follows as a property.
  if (text === '[object Object]') return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { value: undefined, problem: `"${text.slice(0, 80)}" is not JSON` }
  }
}
