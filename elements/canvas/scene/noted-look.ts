import type { Look } from '../controls/define-control.ts'

/** A look that remembers colours, and who waits for which picture. */
export class NotedLook<Asker> implements Look {
  readonly #look: Look
  readonly #colours = new Map<string, string>()
  readonly #tokens = new Map<string, string>()
  readonly #waiting = new Map<string, Set<Asker>>()
  /** Whoever is being painted. */
  asker: Asker | null = null

  constructor(look: Look) {
    this.#look = look
  }

  get fontFamily() {
    return this.#look.fontFamily
  }
  get style() {
    return this.#look.style
  }
  get lang() {
    return this.#look.lang
  }
  get timezone() {
    return this.#look.timezone
  }

  colour(named: string): string {
    const known = this.#colours.get(named)
    if (known !== undefined) return known
    const colour = this.#look.colour(named)
    // Colours that are bound to values would fill it.
    if (this.#colours.size > 2000) this.#colours.clear()
    this.#colours.set(named, colour)
    return colour
  }

  token(role: string): string {
    const known = this.#tokens.get(role)
    if (known !== undefined) return known
    const token = this.#look.token(role)
    this.#tokens.set(role, token)
    return token
  }

  picture(address: string): CanvasImageSource | 'missing' | null {
    const picture = this.#look.picture(address)
    if (picture === null && this.asker !== null) {
      const waiting = this.#waiting.get(address) ?? new Set()
      this.#waiting.set(address, waiting.add(this.asker))
    }
    return picture
  }

  /** Controls that wait for it. */
  whoWaits(address: string): Iterable<Asker> {
    const waiting = this.#waiting.get(address) ?? []
    this.#waiting.delete(address)
    return waiting
  }
}
