import { randomUUID } from 'node:crypto'

let placed: StoredJson[] = []

/**
 * JSON that the store keeps as text, and that was checked when it was saved: it goes into an answer as the text that it is.
 * Parsing and writing a document of 300,000 names again would take a third of a second of the event loop each time.
 */
export class StoredJson {
  readonly text: string
  /** Nobody can have guessed it, and no answer shows it. */
  readonly #place = randomUUID()
  constructor(text: string) {
    this.text = text
  }

  /** Writes the text into the JSON around it, in the place that `toJSON` left for it. */
  putInto(around: string): string {
    return around.replace(`"${this.#place}"`, () => this.text)
  }

  toJSON(): string {
    placed.push(this)
    return this.#place
  }
}

/** The JSON of a value that may hold stored ones. */
export function jsonOf(value: unknown): string {
  placed = []
  const around = JSON.stringify(value)
  return placed.reduce((text, stored) => stored.putInto(text), around)
}
