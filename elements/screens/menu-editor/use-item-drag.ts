import { type DragEvent, useState } from 'react'
import type { Item, Row, Spot } from './menu-draft.ts'

/** Where a dragged row would land, of the row below the pointer. */
interface Drop {
  item_id: string
  where: 'before' | 'after' | 'into'
}

/** Rows that are dragged before and behind others, and into groups. */
export function useItemDrag(rows: readonly Row[], put: (item: Item, spot: Spot) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const rowOf = (id: string | undefined | null) => rows.find(({ item }) => item.item_id === id)

  function end() {
    setDragged(null)
    setDrop(null)
  }

  function over(event: DragEvent, row: Row) {
    const own = rowOf(dragged)?.item
    const isGroup = own?.kind === 'group'
    if (!own || own.item_id === row.item.item_id || (isGroup && row.group)) return setDrop(null)
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const part = (event.clientY - top) / height
    const mayEnter = row.item.kind === 'group' && !isGroup
    const where = mayEnter && part > 0.25 ? 'into' : part < 0.5 ? 'before' : 'after'
    setDrop({ item_id: row.item.item_id, where })
  }

  function spotOf({ item_id, where }: Drop): Spot | null {
    const target = rowOf(item_id)
    if (!target) return null
    if (where === 'into') return { group: item_id, before: null }
    const group = target.group?.item_id ?? null
    const siblings = rows.filter((row) => (row.group?.item_id ?? null) === group && row.item.item_id !== dragged)
    const at = siblings.findIndex(({ item }) => item.item_id === item_id)
    return { group, before: siblings[where === 'before' ? at : at + 1]?.item.item_id ?? null }
  }

  return {
    dragged,
    dropAt: ({ item }: Row) => (drop?.item_id === item.item_id ? drop.where : undefined),
    handlersOf: (row: Row) => ({
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', row.item.item_name)
        setDragged(row.item.item_id)
      },
      onDragOver: (event: DragEvent) => over(event, row),
      onDragEnd: end,
      onDrop(event: DragEvent) {
        event.preventDefault()
        const own = rowOf(dragged)
        const spot = drop && spotOf(drop)
        if (own && spot) put(own.item, spot)
        end()
      },
    }),
  }
}
