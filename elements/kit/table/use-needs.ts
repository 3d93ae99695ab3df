import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Column, givesWay } from './columns.ts'

/** Beside what stands in a cell, on both sides. */
const PADDING_PX = 16
/** Beside a title: the arrow of the column that is sorted. */
const ARROW_PX = 16

type Needs = ReadonlyMap<string, number>

/**
 * Px that each column that gives way needs for what stands in it, once something in one of them is cut; null as long as nothing
 * is. They grow with the rows that come and never shrink, so that columns stay where they are; another width or choice of columns
 * begins anew.
 */
export function useNeeds<Row>(
  table: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  /** What else the cells stand for; null where all is to stay as it is. */
  { width, before, rows }: { width: number | null; before: number; rows: unknown },
): Needs | null {
  const key = `${width} ${columns.map(({ id, title, grow }) => `${id} ${title} ${grow}`).join()}`
  const [known, setKnown] = useState<{ key: string; needs: Needs } | null>(null)
  const needs = known?.key === key ? known.needs : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured when there are other rows, not when a value of one changes
  useLayoutEffect(() => {
    if (!width || !table.current) return
    const measured = measure(table.current, columns, before)
    if (!needs && !measured.isCut) return
    const next = new Map([...measured.needs].map(([id, px]) => [id, Math.max(px, needs?.get(id) ?? 0)]))
    if ([...next].some(([id, px]) => px !== needs?.get(id))) setKnown({ key, needs: next })
  }, [rows, key])
  return needs
}

function measure<Row>(table: HTMLElement, columns: readonly Column<Row>[], before: number) {
  const [head, ...rows] = [...table.querySelectorAll<HTMLElement>('.table-row')].map(({ children }) => children)
  const needs = new Map<string, number>()
  const text = document.createRange()
  // A page that zooms or scales measures otherwise than it lays out.
  const scale = table.getBoundingClientRect().width / table.offsetWidth || 1
  let isCut = false
  columns.forEach((column, at) => {
    if (!givesWay(column)) return
    const title = head?.[at + before]?.querySelector('.table-title')
    let px = (title?.scrollWidth ?? 0) + ARROW_PX
    for (const cells of rows) {
      const cell = cells[at + before]
      if (!cell) continue
      isCut ||= cell.scrollWidth > cell.clientWidth
      text.selectNodeContents(cell)
      px = Math.max(px, text.getBoundingClientRect().width / scale)
    }
    needs.set(column.id, Math.ceil(px) + PADDING_PX)
  })
  return { needs, isCut }
}
