import { type PointerEvent as ReactPointerEvent, useMemo } from 'react'
import type { Alarm } from '../../../../core/contract/alarm.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useText } from '../../../define/index.ts'
import { type Column, resized, trackOf } from '../../../kit/table/columns.ts'
import { useKept } from '../../../kit/use-kept-choice.ts'
import { text } from '../text.ts'
import { columnsOf } from './columns.tsx'
import { columnsIn, type KeptColumns, keptText, widthOf } from './kept-columns.ts'

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

/** Which columns the table has, and how wide they are; this browser remembers both. */
export function useColumns(): ShownColumns {
  const t = useText(text)
  const { device, state } = useText(words)
  const { lang } = useElement()
  const all = useMemo(() => columnsOf({ ...t, device, state }, lang), [t, device, state, lang])
  const [kept, keep] = useKept('alarm-columns')
  return useMemo(() => {
    const chosen = columnsIn(kept ?? '', all)
    const change = (part: Partial<KeptColumns>) => keep(keptText({ ...chosen, ...part }, all))
    const shown = all.filter(({ id }) => !chosen.hidden.has(id))
    return {
      all,
      shown,
      tracks: shown.map((column) => trackOf(resized(column, chosen.widths[column.id]))).join(' '),
      isHidden: (id) => chosen.hidden.has(id),
      toggle(id) {
        const hidden = new Set(chosen.hidden)
        if (!hidden.delete(id)) hidden.add(id)
        change({ hidden })
      },
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
          change({ widths: { ...chosen.widths, [id]: widthOf(width + sign * (at.clientX - from)) } })
        handle.addEventListener('pointermove', move)
        handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
          once: true,
        })
      },
    }
  }, [all, kept, keep])
}
