/** A statement's answer. bytea is a Uint8Array, int8 a number, json parsed, on every driver. */
export interface Answer {
  rows: unknown[]
  /** Rows changed or read, by the command tag. */
  count: number
}

/** How long a store with one connection worked on a statement, in ms, without what it waited for there. */
export interface Timed {
  tookMs: number
}

/** Scripts that are carried out with a statement, in the same round trip. */
export interface Around {
  /** First; the statement is not carried out where it fails. */
  before: string
  /** Last; where the statement fails, what `before` began is rolled back instead. */
  after?: string
}

/** One connection to a store while it is leased: statements run one after another. Errors are DbErrors. */
export interface Connection {
  /** Whether what is sent before an answer has come waits for it where it is sent to. */
  readonly isOrdered: boolean
  /** `around` is for an ordered one. */
  query(text: string, parameters: readonly unknown[], around?: Around): Promise<Answer>
  /** Several statements in one round trip, without parameters and answers. */
  script(text: string): Promise<void>
}
