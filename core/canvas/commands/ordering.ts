import { controlOf } from '../arrangement.ts'
import type { Commands, Place } from '../editor-api.ts'
import { reordered, siblingsIn } from '../painting-order.ts'
import { movable } from '../selected.ts'
import type { Session } from '../session.ts'

export function orderingCommands(session: Session): Pick<Commands, 'order' | 'orderBefore'> {
  return {
    order(to) {
      const ids = movable(session)
      const { document } = session.state()
      const parents = new Set(ids.map((id) => controlOf(document, id)?.parent ?? null))
      return session.edit('stepOrdered', ids.length, (before) => {
        let after = before
        for (const parent of parents) after = reordered(after, movedTo(siblingsIn(before, parent), new Set(ids), to))
        return after
      })
    },
    orderBefore(ids, before) {
      const { document } = session.state()
      const moved = movable(session, ids)
      const parents = new Set(moved.map((id) => controlOf(document, id)?.parent ?? null))
      const [parent = null] = parents
      const siblings = siblingsIn(document, parent)
      if (parents.size !== 1 || (before !== null && (!siblings.includes(before) || moved.includes(before))))
        return false
      const others = siblings.filter((id) => !moved.includes(id))
      const at = before === null ? others.length : others.indexOf(before)
      const block = siblings.filter((id) => moved.includes(id))
      const order = others.toSpliced(at, 0, ...block)
      return session.edit('stepOrdered', moved.length, (whole) => reordered(whole, order))
    },
  }
}

function movedTo(siblings: readonly string[], ids: ReadonlySet<string>, to: Place): string[] {
  const moved = siblings.filter((id) => ids.has(id))
  const others = siblings.filter((id) => !ids.has(id))
  if (to === 'front') return [...others, ...moved]
  if (to === 'back') return [...moved, ...others]
  const order = to === 'forward' ? siblings.toReversed() : siblings.slice()
  // One place past the next that stays; those that stand together go together.
  for (let at = 1; at < order.length; at += 1) {
    const [front, self] = [order[at - 1] as string, order[at] as string]
    if (ids.has(self) && !ids.has(front)) {
      order[at - 1] = self
      order[at] = front
    }
  }
  return to === 'forward' ? order.reverse() : order
}
