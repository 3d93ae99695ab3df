import { expandDocument } from '../../../../core/canvas/expand.ts'
import type { KindTable } from '../../../../core/canvas/kind.ts'
import { withExpressions } from '../../../../core/canvas/point-places.ts'
import type { DeviceFacts, PointSource } from '../../../../core/canvas/point-source.ts'
import { type Unresolved, unresolvedIn } from '../../../../core/canvas/runtime/unresolved.ts'
import type { Point } from '../../../../core/contract/device.ts'
import type { Control, ScreenDocument } from '../../../../core/contract/documents/screen.ts'
import { pointNamed, pointsOf } from '../../../../core/rules/expression/points.ts'
import type { PointRef } from '../../../../core/rules/expression/syntax.ts'

/** Stands for any device of the template: no SN has a sign in it. */
const OPENED = '*'

/** Of controls as they are: one that is changed is another one. */
const named = new WeakMap<Control, readonly PointRef[]>()

function pointsOfControl(control: Control): readonly PointRef[] {
  const known = named.get(control)
  if (known) return known
  const found: PointRef[] = []
  const expression = (source: string) => {
    found.push(...pointsOf(source))
    return source
  }
  const point = (written: string) => {
    const ref = pointNamed(written)
    if (ref) found.push(ref)
    else expression(written)
    return written
  }
  withExpressions(control, expression, point)
  named.set(control, found)
  return found
}

/** All points that a document names, in bindings, events and properties, its symbols included; each once. */
export function pointsNamed(document: ScreenDocument): readonly PointRef[] {
  const lists = [document.controls, ...Object.values(document.symbols).map(({ controls }) => controls)]
  const found = lists.flat().flatMap(pointsOfControl)
  return [...new Map(found.map((ref) => [`${ref.sn_code} ${ref.key}`, ref])).values()]
}

export const devicesNamed = (document: ScreenDocument): readonly string[] => [
  ...new Set(pointsNamed(document).map(({ sn_code }) => sn_code)),
]

/** What of a document cannot work with the template's points (null for none), and with other devices as far as they are known. */
export function findUnresolved(
  document: ScreenDocument,
  kinds: KindTable,
  points: readonly Point[] | null,
  others: Pick<PointSource, 'device' | 'isRefused'>,
): readonly Unresolved[] {
  const own: DeviceFacts | null = points && {
    sn_code: OPENED,
    dev_alias: '',
    dev_state: 1,
    may_write: true,
    points: new Map(points.map((point) => [point.key, point])),
  }
  const facts = {
    device: (sn_code: string) => (sn_code === OPENED ? own : others.device(sn_code)),
    isRefused: (sn_code: string) => sn_code !== OPENED && (others.isRefused?.(sn_code) ?? false),
  }
  return unresolvedIn(expandDocument(document), kinds, facts, OPENED)
}
