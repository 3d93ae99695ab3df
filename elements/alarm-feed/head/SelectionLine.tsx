import { useSyncExternalStore } from 'react'
import { isHeld } from '../../../core/stores/alarm-map.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import type { Running } from '../confirm/use-acting.ts'
import { useFeed } from '../feed-context.ts'
import { isConfirmable } from '../list/row-props.ts'
import type { Selection } from '../list/use-selection.ts'
import { text } from '../text.ts'
import { FreshBar } from './FreshBar.tsx'

interface SelectionLineProps {
  /** Null where nothing can be selected. */
  selection: Selection | null
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
  const count = selection?.keys.size ?? 0
  return (
    <div className="feed-selection" data-chosen={count > 0 || undefined}>
      {selection && (
        <Checkbox
          label={t.selectAll}
          isSelected={count > 0 && count >= total}
          isIndeterminate={count > 0 && count < total}
          onChange={(isAll) => (isAll ? selection.all() : selection.clear())}
        />
      )}
      {running ? (
        <Progress running={running} />
      ) : selection && count > 0 ? (
        <Acts selection={selection} {...acts} />
      ) : (
        <span className="feed-hint">{selection && t.selectAll}</span>
      )}
      <FreshBar />
    </div>
  )
}

function Acts({
  selection,
  isNarrow,
  onConfirm,
  onConfirmNoted,
  onShelve,
}: Omit<SelectionLineProps, 'running'> & { selection: Selection }) {
  const { rows, mayShelve } = useFeed()
  const t = useText(text)
  const { selected } = useText(words)
  let confirmable = 0
  let shelvable = 0
  for (const key of selection.keys) {
    const alarm = rows.rowOf(key)?.alarm
    if (alarm && isConfirmable(alarm)) confirmable += 1
    if (alarm && !isHeld(alarm)) shelvable += 1
  }
  return (
    <div className="feed-acts" role="toolbar" aria-label={t.bulk}>
      {!isNarrow && <strong role="status">{selected({ count: selection.keys.size })}</strong>}
      <Button look="primary" icon="check" isDisabled={confirmable === 0} onPress={onConfirm}>
        {t.confirmCount({ count: confirmable })}
      </Button>
      <IconButton icon="edit" label={t.confirmNoted} isDisabled={confirmable === 0} onPress={onConfirmNoted} />
      {!mayShelve ? null : isNarrow ? (
        <IconButton icon="clock" label={t.shelve} isDisabled={shelvable === 0} onPress={onShelve} />
      ) : (
        <Button icon="clock" isDisabled={shelvable === 0} onPress={onShelve}>
          {t.shelve}
        </Button>
      )}
      <IconButton icon="close" label={t.clearSelection} onPress={selection.clear} />
    </div>
  )
}

function Progress({ running: { act, done, total, cancel } }: { running: Running }) {
  const t = useText(text)
  const word = useText(words)
  const says = (act === 'confirm' ? t.confirming : t.shelving)({ done, total })
  return (
    <div className="feed-acts" role="status">
      <progress className="feed-progress" value={done} max={total} aria-label={says} />
      <span>{says}</span>
      <Button look="plain" onPress={cancel}>
        {word.cancel}
      </Button>
    </div>
  )
}
