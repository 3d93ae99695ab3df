import type { Catalogue } from './shape.ts'

/** The elements that the console serves; null where it does not answer. */
export async function fetchCatalogue(): Promise<Catalogue | null> {
  const reply = await fetch('/catalogue.json').catch(() => null)
  return reply?.ok ? reply.json() : null
}
