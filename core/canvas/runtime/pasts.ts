import { createRing, type Ring } from '../../rules/expression/samples.ts'

/** Points whose history somebody uses. */
export class Pasts {
  readonly #rings = new Map<string, Ring>()
  readonly #begin: (sn_code: string, key: string, ring: Ring, spanMs: number) => void

  /** `begin` puts in what is known of a point already. */
  constructor(begin: (sn_code: string, key: string, ring: Ring, spanMs: number) => void) {
    this.#begin = begin
  }

  of(sn_code: string, key: string, spanMs: number): Ring {
    const name = `${sn_code}\n${key}`
    let ring = this.#rings.get(name)
    if (ring) ring.keepFor(spanMs)
    else {
      ring = createRing(spanMs)
      this.#rings.set(name, ring)
      this.#begin(sn_code, key, ring, spanMs)
    }
    return ring
  }

  find(sn_code: string, key: string): Ring | undefined {
    return this.#rings.get(`${sn_code}\n${key}`)
  }
}
