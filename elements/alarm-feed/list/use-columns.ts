import { type PointerEvent as ReactPointerEvent, useMemo, useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useText } from '../../define/index.ts'
import { type Column, trackOf } from '../../kit/table/columns.ts'
import { text } from '../text.ts'
import { columnsOf } from './columns.tsx'

const LEAST_PX = 48

export interface ShownColumns {
  readonly all: readonly Column<Alarm>[]
  readonly shown: readonly Column<Alarm>[]
  /** Of the grid, without those of the box and the button. */
  readonly tracks: string
  isHidden(id: string): boolean
  toggle(id: string): void
  /** Follows the pointer from the edge of a column's head. */
  startResize(id: string, event: ReactPointerEvent<HTMLElement>): void
}

/** Which columns the table has, and how wide they are. */
export function useColumns(): ShownColumns {
  const t = useText(text)
  const { device, state } = useText(words)
  const { lang } = useElement()
  const all = useMemo(() => columnsOf({ ...t, device, state }, lang), [t, device, state, lang])
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(all.filter((column) => column.isHiddenAtFirst).map(({ id }) => id)),
  )
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  return useMemo(() => {
    const shown = all.filter(({ id }) => !hidden.has(id))
    return {
      all,
      shown,
      tracks: shown.map((column) => trackOf(column, widths[column.id])).join(' '),
      isHidden: (id) => hidden.has(id),
      toggle: (id) =>
        setHidden((before) => {
          const next = new Set(before)
          if (!next.delete(id)) next.add(id)
          return next
        }),
      startResize(id, event) {
        const handle = event.currentTarget
        const cell = handle.parentElement
        if (!cell) return
        // From the width the column has on the screen: one that grows with the table has another than it was given.
        const [from, width] = [event.clientX, cell.offsetWidth]
        const sign = getComputedStyle(cell).direction === 'rtl' ? -1 : 1
        event.preventDefault()
        handle.setPointerCapture(event.pointerId)
        const move = (at: PointerEvent) =>
          setWidths((before) => ({ ...before, [id]: Math.max(LEAST_PX, width + sign * (at.clientX - from)) }))
        handle.addEventListener('pointermove', move)
        handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
          once: true,
        })
      },
    }
  }, [all, hidden, widths])
}
