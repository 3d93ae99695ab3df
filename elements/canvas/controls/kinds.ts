import type { RawProps } from '../../../core/canvas/kind.ts'
import type { ControlDefinition } from './define-control.ts'

type Definition = ControlDefinition<RawProps>

const others = import.meta.glob<Definition>(
  [
    './*/control.ts',
    '!./{text,picture,rectangle,ellipse,line,polyline,pipe,value,button,state,indicator,group,symbol}/control.ts',
  ],
  { import: 'default' },
)
const known = new Map<string, Definition>()

/** The kinds of control that this program draws and that have been loaded, by the name that documents give them. */
export const KINDS: ReadonlyMap<string, Definition> = known

/** Undefined for a kind of a newer program, or of none: it is kept and drawn as a placeholder. */
export const kindOf = (kind: string): Definition | undefined => known.get(kind)

const kindIn = (path: string) => path.split('/')[1] ?? ''

/** Loads these kinds, so that `KINDS` has them; all there are where none are named. Names of no kind are passed over. */
export async function loadKinds(wanted?: Iterable<string>): Promise<void> {
  const names = wanted && new Set(wanted)
  const more = Object.entries(others).filter(
    ([path]) => !known.has(kindIn(path)) && (!names || names.has(kindIn(path))),
  )
  const [{ definitions }, ...loaded] = await Promise.all([
    import('./basic-kinds.ts'),
    ...more.map(([, load]) => load()),
  ] as const)
  for (const definition of [...definitions, ...(loaded as Definition[])]) known.set(definition.kind, definition)
}
