/** A statement's answer. bytea is a Uint8Array, int8 a number, json parsed, on every driver. */
export interface Answer {
  rows: unknown[]
  /** Rows changed or read, by the command tag. */
  count: number
}

/** One connection to a store while it is leased: statements run one after another. Errors are DbErrors. */
export interface Connection {
  query(text: string, parameters: readonly unknown[]): Promise<Answer>
  /** Several statements in one round trip, without parameters and answers. */
  script(text: string): Promise<void>
}
