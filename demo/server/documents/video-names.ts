import { withParameters } from '../../../core/rules/expression/points.ts'
import { Refusal } from '../../../core/rules/expression/syntax.ts'
import { tokensOf } from '../../../core/rules/expression/tokens.ts'
import { type Bounds, controlsIn, openCharacters, TooManyControls } from './bound-points.ts'

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Expressions that choose among videos, where nobody else has bounded the document: it may be drawn on still. */
const DRAWN: Bounds = { controls: 20_000, expanded: 32 << 20, characters: 64 << 10, points: 0 }

/** The texts that an expression holds; none of one that cannot be read, which shows nothing. */
function textsIn(expression: string): string[] {
  try {
    return tokensOf(expression).flatMap((token) => (token.is === 'text' ? [token.value] : []))
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

/**
 * By which names the controls of a document show videos: each its own, and those that a binding chooses among. None of a
 * document that cannot be published, so that whoever draws can still open it.
 */
export function videoNamesIn(document: unknown, bounds: Bounds = DRAWN): Set<string> {
  try {
    return namesIn(document, bounds)
  } catch (error) {
    if (error instanceof TooManyControls) return new Set()
    throw error
  }
}

function namesIn(document: unknown, bounds: Bounds): Set<string> {
  const names = new Set<string>()
  const count = openCharacters(bounds)
  for (const { control, parameters } of controlsIn(document, bounds)) {
    const { props, bindings } = control
    if (isPlain(props) && typeof props.video === 'string') names.add(props.video)
    const binding = isPlain(bindings) ? bindings.video : undefined
    if (!isPlain(binding) || typeof binding.expression !== 'string') continue
    count(binding.expression)
    for (const text of textsIn(withParameters(binding.expression, parameters))) names.add(text)
  }
  return names
}
