import { useEffectEvent, useMemo } from 'react'
import { useElement } from '../../../define/index.ts'
import type { Spot } from '../../../kit/ContextMenu.tsx'
import { alarmName } from '../../../parts/alarm-name.ts'
import type { useNeighbourMenu } from '../../../parts/neighbours/use-neighbour-menu.tsx'
import { useFeed } from '../feed-context.ts'
import type { FeedRow } from '../rows/feed-rows.ts'
import type { RowActs } from './row-props.ts'
import type { Selection } from './use-selection.ts'

interface RowActsParts {
  selection: Selection | null
  onConfirm: (row: FeedRow, isNoted: boolean) => void
  setActive: (key: string, index?: number) => void
  takeFocus: () => void
  neighbours: Pick<ReturnType<typeof useNeighbourMenu>, 'open'>
}

/** What is done with a row where it is pressed: the same functions for as long as the list stands. */
export function useRowActs({ selection, onConfirm, setActive, takeFocus, neighbours }: RowActsParts): RowActs {
  const { rows, open, connection } = useFeed()
  const { lang } = useElement()
  const press = useEffectEvent((key: string, index: number, isRange: boolean, isMany: boolean) => {
    setActive(key, index)
    const row = rows.rowOf(key)
    if (!row) return
    if (selection && (isRange || isMany)) selection.toggle(row, isRange)
    else open(row.alarm)
  })
  const select = useEffectEvent((key: string, isRange: boolean) => {
    const row = rows.rowOf(key)
    if (row) selection?.toggle(row, isRange)
  })
  const confirm = useEffectEvent((key: string, isNoted: boolean) => {
    const row = rows.rowOf(key)
    if (!row) return
    onConfirm(row, isNoted)
    // Its button goes when it is confirmed, and would take the focus with it.
    setActive(key)
    takeFocus()
  })
  const openMenu = useEffectEvent((key: string, index: number, spot: Spot) => {
    setActive(key, index)
    const alarm = rows.rowOf(key)?.alarm
    if (!alarm) return
    const subject = { sn_code: alarm.sn_code, key: alarm.key, alarm }
    neighbours.open({ subject, name: alarmName(alarm, lang), spot })
  })
  // Rows of the page's own may stand without a connection: they lead nowhere that is known.
  const hasMenu = connection !== null
  return useMemo<RowActs>(
    () => ({
      press: (key, index, { shiftKey, ctrlKey, metaKey }) => press(key, index, shiftKey, ctrlKey || metaKey),
      select: (key, isRange) => select(key, isRange),
      confirm: (key, isNoted) => confirm(key, isNoted),
      menu: hasMenu ? (key, index, spot) => openMenu(key, index, spot) : undefined,
    }),
    [hasMenu],
  )
}
