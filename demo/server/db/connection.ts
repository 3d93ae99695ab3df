/** A statement's answer. bytea is a Uint8Array, int8 a number, json parsed, on every driver. */
export interface Answer {
  rows: unknown[]
  /** Rows changed or read, by the command tag. */
  count: number
}

/** One connection to a store while it is leased: statements run one after another. Errors are DbErrors. */
export interface Connection {
  /** Whether what is sent before an answer has come waits for it where it is sent to. */
  readonly isOrdered: boolean
  /** `before`, of an ordered one: a script that is carried out first; the statement is not where that fails. */
  query(text: string, parameters: readonly unknown[], before?: string): Promise<Answer>
  /** Several statements in one round trip, without parameters and answers. */
  script(text: string): Promise<void>
}
