import type { Controls } from './control-shape.ts'
import type { Catalogue } from './shape.ts'

async function read<Answer>(path: string): Promise<Answer | null> {
  const reply = await fetch(path).catch(() => null)
  return reply?.ok ? reply.json() : null
}

/** The elements that the console serves; null where it does not answer. */
export const fetchCatalogue = () => read<Catalogue>('/catalogue.json')
/** The kinds of control that its canvas draws. */
export const fetchControls = () => read<Controls>('/controls.json')
