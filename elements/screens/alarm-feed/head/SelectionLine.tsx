import { useSyncExternalStore } from 'react'
import { lazyPart, useText } from '../../../define/index.ts'
import { Checkbox } from '../../../kit/Checkbox.tsx'
import { isConfirmable, isShelvable } from '../../../parts/alarm-acts/can-act.ts'
import { fetchDialogs } from '../../../parts/alarm-acts/fetch-dialogs.ts'
import type { Running } from '../../../parts/alarm-acts/use-acting.ts'
import { useFeed } from '../feed-context.ts'
import type { Selection } from '../list/use-selection.ts'
import { text } from '../text.ts'
import { FreshBar } from './FreshBar.tsx'

const ChosenActs = lazyPart(() => fetchDialogs().then((chunk) => chunk.ChosenActs), null)

interface SelectionLineProps {
  selection: Selection
  running: Running | null
  isNarrow: boolean
  onConfirm: () => void
  onConfirmNoted: () => void
  onShelve: () => void
}

/** Above the rows, always as high: what is selected and what can be done with it, how far that is, what waits. */
export function SelectionLine({ selection, running, ...acts }: SelectionLineProps) {
  const { rows } = useFeed()
  const t = useText(text)
  useSyncExternalStore(rows.subscribe, rows.version)
  const total = rows.order.length
  const count = selection.keys.size
  // One is answered before anybody could read how far it is.
  const underWay = running && running.total > 1 ? running : null
  const hasActs = underWay !== null || count > 0
  return (
    <div className="feed-selection" data-chosen={count > 0 || undefined}>
      <Checkbox
        label={t.selectAll}
        isSelected={count > 0 && count >= total}
        isIndeterminate={count > 0 && count < total}
        onChange={(isAll) => (isAll ? selection.all() : selection.clear())}
      >
        {!hasActs && t.selectAll}
      </Checkbox>
      {hasActs && <Acts selection={selection} running={underWay} {...acts} />}
      <FreshBar />
    </div>
  )
}

function Acts({ selection, ...acts }: SelectionLineProps) {
  const { rows, may } = useFeed()
  let confirmable = 0
  let shelvable = 0
  for (const key of selection.keys) {
    const alarm = rows.rowOf(key)?.alarm
    if (alarm && isConfirmable(alarm)) confirmable += 1
    if (alarm && isShelvable(alarm)) shelvable += 1
  }
  const counts = { count: selection.keys.size, confirmable, shelvable }
  return <ChosenActs {...counts} {...acts} may={may} onClear={selection.clear} />
}
