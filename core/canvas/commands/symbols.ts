import type { Control, ScreenDocument } from '../../contract/documents/screen.ts'
import { arrangementOf, controlOf, GROUP_KIND, isGroup, symbolOf, withMembers } from '../arrangement.ts'
import { copiesOf } from '../copies.ts'
import type { Commands } from '../editor-api.ts'
import { membersOfUse } from '../expand.ts'
import { findRoom } from '../limits.ts'
import { boxAbout } from '../new-control.ts'
import { movable } from '../selected.ts'
import type { Session } from '../session.ts'
import { shows, symbolIn } from '../symbol-scope.ts'
import { place } from '../tools/place.ts'
import { movedBy } from '../transforms.ts'
import { middleOfView, toDocument } from '../viewport.ts'
import { groupable, grouped } from './grouping.ts'

type Symbols = Pick<
  Commands,
  'makeSymbol' | 'detachSymbol' | 'placeSymbol' | 'renameSymbol' | 'removeSymbol' | 'editSymbol' | 'leaveSymbol'
>
type Table = ScreenDocument['symbols']

export function symbolCommands(session: Session): Symbols {
  const newSymbolId = (symbols: Table): string => {
    let id = session.newId()
    while (Object.hasOwn(symbols, id)) id = session.newId()
    return id
  }

  return {
    makeSymbol(name) {
      const { document } = session.state()
      const ids = groupable(session)
      const [only] = ids
      if (only === undefined) return null
      const isOneGroup = ids.length === 1 && isGroup(controlOf(document, only) as Control)
      const group_id = isOneGroup ? only : session.newId()
      const symbol = newSymbolId(document.symbols)
      const make = (before: ScreenDocument) =>
        asSymbol(isOneGroup ? before : grouped(session, before, ids, group_id), group_id, symbol, name)
      return session.edit('stepSymbolMade', 1, make, { select: [group_id] }) ? symbol : null
    },
    detachSymbol() {
      const { document } = session.state()
      const uses = movable(session)
        .map((id) => controlOf(document, id) as Control)
        .filter((control) => symbolOf(control) !== null)
      const parts = new Map(uses.map((use) => [use.control_id, detached(session, document, use)]))
      const more = [...parts.values()].reduce((sum, members) => sum + members.length - 1, 0)
      if (uses.length === 0 || !findRoom(session, more)) return false
      return session.edit('stepSymbolDetached', uses.length, (before) => ({
        ...before,
        controls: before.controls.flatMap((control) => parts.get(control.control_id) ?? control),
      }))
    },
    placeSymbol(symbol, at) {
      const { document, view, symbol: inside } = session.state()
      const content = symbolIn(document, symbol)
      if (!content || (inside !== null && shows(document, symbol, inside))) return null
      const box = boxAbout(at ?? toDocument(view, middleOfView(view)), content)
      return place(session, { kind: GROUP_KIND, props: { symbol } }, box)
    },
    renameSymbol(symbol, name) {
      const content = symbolIn(session.state().document, symbol)
      if (!content || content.name === name) return false
      return session.edit('stepSymbolRenamed', 1, (before) => ({
        ...before,
        symbols: { ...before.symbols, [symbol]: { ...content, name } },
      }))
    },
    removeSymbol(symbol) {
      const { whole, symbol: inside } = session.state()
      if (!symbolIn(whole, symbol) || inside === symbol || isUsed(whole, symbol)) return false
      return session.edit('stepSymbolRemoved', 1, (before) => {
        const { [symbol]: _, ...symbols } = before.symbols
        return { ...before, symbols }
      })
    },
    editSymbol(symbol) {
      if (!symbolIn(session.state().whole, symbol)) return false
      session.scope(symbol)
      return true
    },
    leaveSymbol: () => session.scope(null),
  }
}

/** The group's members become the symbol's content, the group its first use. */
function asSymbol(document: ScreenDocument, group_id: string, symbol: string, name: string): ScreenDocument {
  const group = controlOf(document, group_id) as Control
  const by = { x: -group.x, y: -group.y }
  const members = withMembers(document, [group_id]).filter(({ control_id }) => control_id !== group_id)
  const gone = new Set(members.map(({ control_id }) => control_id))
  const controls = members.map((member) => ({
    ...movedBy(member, by),
    parent: member.parent === group_id ? null : member.parent,
  }))
  const content = { name, width: Math.max(1, group.width), height: Math.max(1, group.height), controls }
  return {
    ...document,
    controls: document.controls
      .filter(({ control_id }) => !gone.has(control_id))
      .map((control) => (control === group ? { ...group, props: { ...group.props, symbol } } : control)),
    symbols: { ...document.symbols, [symbol]: content },
  }
}

/** A use as an ordinary group: itself, then its members as they were shown. Uses in it stay uses. */
function detached(session: Session, document: ScreenDocument, use: Control): Control[] {
  const { symbol: _, points: __, ...props } = use.props
  const group: Control = { ...use, angle: 0, flip_x: false, flip_y: false, props }
  const shown = membersOfUse(document.symbols, use)
  const inner = new Set(shown.filter((member) => symbolOf(member) !== null).map(({ control_id }) => control_id))
  const { byId } = arrangementOf(shown)
  const isOwn = (member: Control): boolean => {
    for (let at = byId.get(member.parent ?? ''); at; at = byId.get(at.parent ?? ''))
      if (inner.has(at.control_id)) return false
    return true
  }
  return [group, ...copiesOf(shown.filter(isOwn), session.newId, { x: 0, y: 0 })]
}

const isUsed = (whole: ScreenDocument, symbol: string): boolean =>
  [whole.controls, ...Object.values(whole.symbols).map(({ controls }) => controls)].some((controls) =>
    controls.some((control) => symbolOf(control) === symbol),
  )
