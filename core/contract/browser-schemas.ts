/*
 * What browsers run in the place of zod/mini: the same schemas, a quarter of its size. The build resolves `zod/mini` to
 * this file; the server, the types and the API document have zod itself. What the contract's schemas take, refuse, make
 * of it and say of it is the same in both: browser-schemas.test.ts compares them. Without side effects, as is said of each
 * function: the build leaves out schemas that nothing reads.
 */

interface Issue {
  code: string
  path: PropertyKey[]
  message: string
  expected?: string
  /** True: checks that follow run all the same. False: not even those of a length. */
  continue?: boolean
}
interface Payload {
  value: unknown
  issues: Issue[]
}
interface Check {
  readonly _zod: {
    readonly def: { readonly check?: string; readonly maximum?: number; readonly when?: (payload: Payload) => boolean }
    readonly check: (payload: Payload) => void
  }
}
type Shape = Record<string, Schema>
interface Def {
  readonly type: string
  readonly checks?: readonly Check[]
  readonly shape?: Shape
  readonly catchall?: Schema
  readonly element?: Schema
  readonly innerType?: Schema
  readonly options?: readonly Schema[]
  readonly entries?: Record<string, string>
  readonly values?: readonly unknown[]
  readonly format?: string
  readonly defaultValue?: unknown
  readonly [more: string]: unknown
}
/** Checks and replaces what is in the payload. */
type Read = (payload: Payload, def: Def) => void

/** What absence means to an object that has the schema as a property: nothing is put there, or a default is. */
type Absence = 'optional' | 'defaulted' | undefined

class SchemaError extends Error {
  // A field: on pages that have frozen the prototypes of everything it cannot be assigned.
  override readonly name = '$ZodError'
  readonly issues: readonly Issue[]
  constructor(issues: readonly Issue[]) {
    super(JSON.stringify(issues))
    this.issues = issues
  }
}

class Schema {
  readonly def: Def
  readonly type: string
  readonly shape: Shape | undefined
  readonly options: readonly unknown[] | undefined
  readonly _zod: {
    readonly def: Def
    readonly optin: Absence
    readonly optout: Absence
    check?(payload: Payload): void
  }
  private readonly read: Read

  constructor(def: Def, read: Read) {
    const { type, shape, options, entries } = def
    this.def = def
    this.type = type
    this.shape = shape
    this.options = options ?? (entries && Object.values(entries))
    this.read = read
    this._zod = { def, ...absenceOf(def) }
  }

  run(payload: Payload): Payload {
    this.read(payload, this.def)
    for (const { _zod } of this.def.checks ?? []) {
      const { when } = _zod.def
      const { issues } = payload
      if (when ? issues.every((issue) => issue.continue !== false) && when(payload) : issues.every(mayContinue))
        _zod.check(payload)
    }
    return payload
  }

  safeParse(sent: unknown) {
    const { value, issues } = this.run({ value: sent, issues: [] })
    if (issues.length === 0) return { success: true, data: value }
    return {
      success: false,
      // Most callers want to know no more than that.
      get error() {
        return new SchemaError(issues)
      },
    }
  }

  parse(sent: unknown) {
    const { value, issues } = this.run({ value: sent, issues: [] })
    if (issues.length > 0) throw new SchemaError(issues)
    return value
  }

  clone(def: Def = this.def): Schema {
    return new Schema(def, this.read)
  }

  check(...checks: readonly Check[]): Schema {
    return this.clone({ ...this.def, checks: [...(this.def.checks ?? []), ...checks] })
  }
}

const mayContinue = (issue: Issue) => issue.continue === true

function absenceOf({ type, innerType, options = [] }: Def): { optin: Absence; optout: Absence } {
  const inner = type === 'optional' || type === 'nullable' ? [innerType as Schema] : options
  const optins = inner.map(({ _zod }) => _zod.optin)
  const optin = type === 'default' || optins.includes('defaulted') ? 'defaulted' : optins.find(Boolean)
  const optout = inner.find(({ _zod }) => _zod.optout)?._zod.optout
  return type === 'optional' ? { optin: optin ?? type, optout: type } : { optin, optout }
}

function refuse(payload: Payload, code: string, more: Partial<Issue> = {}): void {
  payload.issues.push({ code, path: [], message: 'Invalid input', ...more })
}

/** A schema of all that `isOf` takes. */
const typed = (type: string, isOf: (value: unknown) => boolean, more?: Partial<Def>) =>
  new Schema({ type, ...more }, (payload) => {
    if (!isOf(payload.value)) refuse(payload, 'invalid_type', { expected: type })
  })

export const string = /* @__NO_SIDE_EFFECTS__ */ () => typed('string', (value) => typeof value === 'string')
export const number = /* @__NO_SIDE_EFFECTS__ */ (more?: Partial<Def>) => typed('number', Number.isFinite, more)
export const boolean = /* @__NO_SIDE_EFFECTS__ */ () => typed('boolean', (value) => typeof value === 'boolean')
export const unknown = /* @__NO_SIDE_EFFECTS__ */ () => typed('unknown', () => true)
const isNull = /* @__NO_SIDE_EFFECTS__ */ () => typed('null', (value) => value === null)

export { isNull as null }

const wholeNumber: Check = {
  _zod: {
    def: {},
    check(payload) {
      const { value } = payload
      if (!Number.isInteger(value)) refuse(payload, 'invalid_type', { expected: 'int', continue: false })
      else if (!Number.isSafeInteger(value))
        refuse(payload, Number(value) > 0 ? 'too_big' : 'too_small', { continue: true })
    },
  },
}
export const int = /* @__NO_SIDE_EFFECTS__ */ () => number({ format: 'safeint', checks: [wholeNumber] })

const oneOf = (def: Def, values: readonly unknown[]) =>
  new Schema(def, (payload) => {
    if (!values.includes(payload.value)) refuse(payload, 'invalid_value')
  })
export const literal = /* @__NO_SIDE_EFFECTS__ */ (value: unknown) => {
  const values = Array.isArray(value) ? value : [value]
  return oneOf({ type: 'literal', values }, values)
}
const oneOfTexts = /* @__NO_SIDE_EFFECTS__ */ (texts: readonly string[]) =>
  oneOf({ type: 'enum', entries: Object.fromEntries(texts.map((text) => [text, text])) }, texts)

export { oneOfTexts as enum }

/** The issues of a part, with where it is. */
const issuesAt = (key: PropertyKey, issues: readonly Issue[]) =>
  issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }))

export const array = /* @__NO_SIDE_EFFECTS__ */ (element: Schema) =>
  new Schema({ type: 'array', element }, (payload, { checks = [] }) => {
    const { value, issues } = payload
    if (!Array.isArray(value)) {
      refuse(payload, 'invalid_type', { expected: 'array' })
      return
    }
    // Nothing of a list that is too long is read.
    if (checks.some(({ _zod }) => value.length > Number(_zod.def.maximum))) {
      refuse(payload, 'too_big', { continue: false })
      return
    }
    const made: unknown[] = []
    payload.value = made
    for (const one of value) {
      const part = element.run({ value: one, issues: [] })
      issues.push(...issuesAt(made.length, part.issues))
      made.push(part.value)
    }
  })

export const object = /* @__NO_SIDE_EFFECTS__ */ (shape: Shape, more?: Partial<Def>) =>
  new Schema({ type: 'object', shape, ...more }, readObject)
export const looseObject = /* @__NO_SIDE_EFFECTS__ */ (shape: Shape) => object(shape, { catchall: unknown() })
export const strictObject = /* @__NO_SIDE_EFFECTS__ */ (shape: Shape) =>
  object(shape, { catchall: typed('never', () => false) })
export const catchall = /* @__NO_SIDE_EFFECTS__ */ (schema: Schema, rest: Schema) =>
  schema.clone({ ...schema.def, catchall: rest })
export const extend = /* @__NO_SIDE_EFFECTS__ */ (schema: Schema, shape: Shape) =>
  schema.clone({ ...schema.def, shape: { ...schema.shape, ...shape } })

function readObject(payload: Payload, { shape = {}, catchall: rest }: Def): void {
  const sent = payload.value as Record<string, unknown>
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    refuse(payload, 'invalid_type', { expected: 'object' })
    return
  }
  const made = {}
  payload.value = made
  for (const key of Object.keys(shape)) readProperty(payload.issues, made, sent, key, shape[key] as Schema)
  if (!rest) return
  const unrecognized: string[] = []
  for (const key of Object.keys(sent)) {
    if (Object.hasOwn(shape, key)) continue
    if (rest.type === 'never') unrecognized.push(key)
    // Assigned, it would be the prototype.
    else if (key !== '__proto__') readProperty(payload.issues, made, sent, key, rest)
  }
  if (unrecognized.length > 0) refuse(payload, 'unrecognized_keys', { continue: true })
}

function readProperty(
  issues: Issue[],
  made: Record<string, unknown>,
  sent: Record<string, unknown>,
  key: string,
  schema: Schema,
): void {
  const { optin, optout } = schema._zod
  const isThere = key in sent
  if (!isThere && optin === 'optional' && optout) return
  const part = schema.run({ value: sent[key], issues: [] })
  if (isThere || !optin || !optout) issues.push(...issuesAt(key, part.issues))
  if (!isThere && !optin) {
    if (part.issues.length === 0) refuse({ value: undefined, issues }, 'invalid_type', { path: [key] })
  } else if (part.value !== undefined || isThere) made[key] = part.value
}

export const union = /* @__NO_SIDE_EFFECTS__ */ (options: readonly Schema[]) =>
  new Schema({ type: 'union', options }, (payload) => {
    const read: Payload[] = []
    for (const option of options) {
      const found = option.run({ value: payload.value, issues: [] })
      if (found.issues.length === 0) {
        payload.value = found.value
        return
      }
      read.push(found)
    }
    const [nearly, ...others] = read.filter(({ issues }) => issues.every(mayContinue))
    if (nearly && others.length === 0) {
      payload.value = nearly.value
      payload.issues.push(...nearly.issues)
    } else refuse(payload, 'invalid_union')
  })

export const optional = /* @__NO_SIDE_EFFECTS__ */ (innerType: Schema) =>
  new Schema({ type: 'optional', innerType }, (payload) => {
    if (payload.value !== undefined || innerType._zod.optin === 'defaulted') innerType.run(payload)
  })
export const nullable = /* @__NO_SIDE_EFFECTS__ */ (innerType: Schema) =>
  new Schema({ type: 'nullable', innerType }, (payload) => {
    if (payload.value !== null) innerType.run(payload)
  })
export const _default = /* @__NO_SIDE_EFFECTS__ */ (innerType: Schema, defaultValue: unknown) =>
  new Schema({ type: 'default', innerType, defaultValue }, (payload) => {
    if (payload.value !== undefined) innerType.run(payload)
    if (payload.value === undefined) payload.value = copyOf(defaultValue)
  })

/** Whoever gets a default may write into it. */
const copyOf = (value: unknown) =>
  Array.isArray(value) ? [...value] : typeof value === 'object' && value !== null ? { ...value } : value

type Test = (value: never) => unknown
const checked = (fn: Test, continues: boolean, params: string | { message?: string; path?: PropertyKey[] } = {}) => {
  const { message = 'Invalid input', path = [] } = typeof params === 'string' ? { message: params } : params
  return (payload: Payload) => {
    if (!fn(payload.value as never)) refuse(payload, 'custom', { message, path: [...path], continue: continues })
  }
}
export const refine = /* @__NO_SIDE_EFFECTS__ */ (
  fn: Test,
  params?: string | { message?: string; path?: PropertyKey[] },
): Check => ({
  _zod: { def: { check: 'custom' }, check: checked(fn, true, params) },
})
export const custom = /* @__NO_SIDE_EFFECTS__ */ (fn: Test) => new Schema({ type: 'custom' }, checked(fn, false))

export const overwrite = /* @__NO_SIDE_EFFECTS__ */ (change: (value: never) => unknown): Check => ({
  _zod: {
    def: { check: 'overwrite' },
    check(payload) {
      payload.value = change(payload.value as never)
    },
  },
})
export const trim = /* @__NO_SIDE_EFFECTS__ */ () => overwrite((text: string) => text.trim())

const limit = (
  def: Check['_zod']['def'] & Record<string, unknown>,
  code: string,
  isWithin: (value: never) => boolean,
): Check => ({
  _zod: {
    def,
    check(payload) {
      if (!isWithin(payload.value as never)) refuse(payload, code, { continue: true })
    },
  },
})

export const regex = /* @__NO_SIDE_EFFECTS__ */ (pattern: RegExp) =>
  limit({ check: 'string_format' }, 'invalid_format', (text) => {
    pattern.lastIndex = 0
    return pattern.test(text)
  })
export const minimum = /* @__NO_SIDE_EFFECTS__ */ (value: number) =>
  limit({ check: 'greater_than', value }, 'too_small', (sent: number) => sent >= value)
export const maximum = /* @__NO_SIDE_EFFECTS__ */ (value: number) =>
  limit({ check: 'less_than', value }, 'too_big', (sent: number) => sent <= value)

/** Signs of a text are code points. */
const lengthOf = (value: string | readonly unknown[]) => (typeof value === 'string' ? [...value].length : value.length)
const when = ({ value }: Payload) => (value as { length?: number } | null | undefined)?.length !== undefined
export const minLength = /* @__NO_SIDE_EFFECTS__ */ (least: number) =>
  limit({ check: 'min_length', minimum: least, when }, 'too_small', (value: string) => lengthOf(value) >= least)
export const maxLength = /* @__NO_SIDE_EFFECTS__ */ (most: number) =>
  limit(
    { check: 'max_length', maximum: most, when },
    'too_big',
    (value: string) => value.length <= most || lengthOf(value) <= most,
  )
