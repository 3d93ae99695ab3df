import type { Control, ScreenDocument } from '../../contract/documents/screen.ts'
import { mapPoints, pointNamed, writePoint } from '../../rules/expression/points.ts'
import { withControls } from '../arrangement.ts'
import type { Commands } from '../editor-api.ts'
import { withExpressions } from '../point-places.ts'
import type { Session } from '../session.ts'

export function pointCommands(session: Session): Pick<Commands, 'replacePoint'> {
  return {
    replacePoint(from, to, ids) {
      const replace = replacing(from, to)
      if (!replace) return 0
      const { whole, document } = session.state()
      if (ids) {
        const changed = document.controls.filter(({ control_id }) => ids.includes(control_id)).map(replace)
        const count = changesIn(document.controls, withControls(document, changed).controls)
        session.edit('stepPoints', count, (before) => withControls(before, changed))
        return count
      }
      const after = replacedIn(whole, replace)
      const lists = (of: ScreenDocument) => [of.controls, ...Object.values(of.symbols).map(({ controls }) => controls)]
      const count = lists(whole).reduce((sum, list, at) => sum + changesIn(list, lists(after)[at] ?? []), 0)
      session.editWhole('stepPoints', count, () => after)
      return count
    },
  }
}

const changesIn = (before: readonly Control[], after: readonly Control[]): number =>
  before.filter((control, at) => control !== after[at]).length

function replacedIn(whole: ScreenDocument, replace: (control: Control) => Control): ScreenDocument {
  const symbols = Object.entries(whole.symbols).map(([id, symbol]) => {
    const controls = symbol.controls.map(replace)
    return [id, changesIn(symbol.controls, controls) === 0 ? symbol : { ...symbol, controls }] as const
  })
  const isSameTable = symbols.every(([id, symbol]) => whole.symbols[id] === symbol)
  const inTable = isSameTable ? whole : { ...whole, symbols: Object.fromEntries(symbols) }
  return withControls(inTable, whole.controls.map(replace))
}

/** Null where one of them is no point. `SN.*` stands for all points of a device, `*` for those of the screen's own. */
function replacing(from: string, to: string): ((control: Control) => Control) | null {
  const old = pointNamed(from)
  const fresh = pointNamed(to)
  if (!old || !fresh || (old.key === '*') !== (fresh.key === '*')) return null
  const expression = (source: string) =>
    mapPoints(source, (point) => {
      if (point.sn_code !== old.sn_code) return null
      if (old.key === '*') return { sn_code: fresh.sn_code, key: point.key }
      return point.key === old.key ? fresh : null
    })
  const point = (text: string): string => {
    const named = pointNamed(text)
    if (!named) return expression(text)
    if (named.sn_code !== old.sn_code) return text
    if (old.key === '*') return writeNamed({ ...named, sn_code: fresh.sn_code })
    return named.key === old.key ? writeNamed(fresh) : text
  }
  return (control) => withExpressions(control, expression, point)
}

const writeNamed = (point: { sn_code: string; key: string }): string =>
  point.key === '*' ? (point.sn_code === '' ? '*' : `${point.sn_code}.*`) : writePoint(point)
