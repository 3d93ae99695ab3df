import { type Difference, differences } from '../../../../core/canvas/diff.ts'
import { createEditor } from '../../../../core/canvas/editor.ts'
import type { Commands, Editor } from '../../../../core/canvas/editor-api.ts'
import { writePoint } from '../../../../core/rules/expression/points.ts'
import { devicesNamed, pointsNamed } from './unresolved.ts'

export type Pair = readonly [from: string, to: string]

const all = (sn_code: string): string => (sn_code === '' ? '*' : `${sn_code}.*`)

/** One device in the place of another. */
export const byDevice = (from: string, to: string): readonly Pair[] => (from === to ? [] : [[all(from), all(to)]])

/** Every point whose key begins with a prefix, with another one before it. */
export function byPrefix(editor: Editor, from: string, to: string): readonly Pair[] {
  if (from === '' || from === to) return []
  return pointsNamed(editor.state().whole)
    .filter(({ key }) => key.startsWith(from))
    .map((ref) => [writePoint(ref), writePoint({ ...ref, key: to + ref.key.slice(from.length) })])
}

/** All of them at once: none takes what another one has just brought. */
function replaceAll(commands: Commands, pairs: readonly Pair[], ids: readonly string[] | undefined): void {
  const between = (at: number) => writePoint({ sn_code: '', key: `sg-between-${at}` })
  const isCrossing = pairs.length > 1 && pairs.some(([, to]) => pairs.some(([from]) => from === to))
  if (!isCrossing) {
    for (const [from, to] of pairs) commands.replacePoint(from, to, ids)
    return
  }
  pairs.forEach(([from], at) => {
    commands.replacePoint(from, between(at), ids)
  })
  pairs.forEach(([, to], at) => {
    commands.replacePoint(between(at), to, ids)
  })
}

/** What would change, tried on a copy. */
export function changesOf(editor: Editor, pairs: readonly Pair[], ids?: readonly string[]): readonly Difference[] {
  if (pairs.length === 0) return []
  const { whole, symbol } = editor.state()
  const copy = createEditor({ document: whole, kinds: editor.kinds })
  if (symbol !== null) copy.commands.editSymbol(symbol)
  replaceAll(copy.commands, pairs, ids)
  return differences(whole, copy.state().whole)
}

/** One step of the history. */
export function rebind(editor: Editor, pairs: readonly Pair[], count: number, ids?: readonly string[]): void {
  editor.together({ key: 'stepPoints', count }, () => replaceAll(editor.commands, pairs, ids))
}

export { devicesNamed }
