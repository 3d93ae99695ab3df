import { expandDocument } from '../../../../core/canvas/expand.ts'
import type { KindTable } from '../../../../core/canvas/kind.ts'
import { withExpressions } from '../../../../core/canvas/point-places.ts'
import type { DeviceFacts, PointSource } from '../../../../core/canvas/point-source.ts'
import { type Unresolved, unresolvedIn } from '../../../../core/canvas/runtime/unresolved.ts'
import type { Point } from '../../../../core/contract/device.ts'
import type { ScreenDocument } from '../../../../core/contract/documents/screen.ts'
import { pointNamed, pointsOf } from '../../../../core/rules/expression/points.ts'
import type { PointRef } from '../../../../core/rules/expression/syntax.ts'

/** Stands for any device of the template: no SN has a sign in it. */
const OPENED = '*'

/** All points that a document names, in bindings, events and properties, its symbols included; each once. */
export function pointsNamed(document: ScreenDocument): readonly PointRef[] {
  const found = new Map<string, PointRef>()
  const note = (ref: PointRef) => found.set(`${ref.sn_code} ${ref.key}`, ref)
  const expression = (source: string) => {
    for (const ref of pointsOf(source)) note(ref)
    return source
  }
  const point = (named: string) => {
    const ref = pointNamed(named)
    if (ref) note(ref)
    else expression(named)
    return named
  }
  const lists = [document.controls, ...Object.values(document.symbols).map(({ controls }) => controls)]
  for (const control of lists.flat()) withExpressions(control, expression, point)
  return [...found.values()]
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
