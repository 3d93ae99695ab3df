import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { text } from './acts-text.ts'
import sheet from './chosen-acts.css?sheet'
import type { Running } from './use-acting.ts'
import { type MayAct, mayHold } from './use-may-act.ts'

interface ChosenActsProps {
  /** All that are selected, those of them that can be confirmed, and those that can be shelved. */
  count: number
  confirmable: number
  shelvable: number
  /** Null while nothing is under way: then how far it is stands in the place of the buttons. */
  running: Running | null
  may: MayAct
  /** Where there is no room for words. */
  isNarrow: boolean
  onConfirm: () => void
  onConfirmNoted: () => void
  onShelve: () => void
  onClear: () => void
}

/** What can be done with the selected alarms. */
export function ChosenActs(props: ChosenActsProps) {
  const { count, confirmable, shelvable, running, may, isNarrow, ...on } = props
  useSheet(sheet)
  const t = useText(text)
  const { selected } = useText(words)
  if (running) return <Progress {...running} />
  return (
    <div className="chosen-acts" role="toolbar" aria-label={t.bulk}>
      {!isNarrow && <strong role="status">{selected({ count })}</strong>}
      {may.confirm && (
        <>
          <Button look="primary" icon="check" isDisabled={confirmable === 0} onPress={on.onConfirm}>
            {t.confirmCount({ count: confirmable })}
          </Button>
          <IconButton icon="edit" label={t.confirmNoted} isDisabled={confirmable === 0} onPress={on.onConfirmNoted} />
        </>
      )}
      {!mayHold(may) ? null : isNarrow ? (
        <IconButton icon="clock" label={t.shelve} isDisabled={shelvable === 0} onPress={on.onShelve} />
      ) : (
        <Button icon="clock" isDisabled={shelvable === 0} onPress={on.onShelve}>
          {t.shelve}
        </Button>
      )}
      <IconButton icon="close" label={t.clearSelection} onPress={on.onClear} />
    </div>
  )
}

function Progress({ act, done, total, cancel }: Running) {
  const t = useText(text)
  const word = useText(words)
  const says = t[`run_${act}`]({ done, total })
  return (
    <div className="chosen-acts" role="status">
      <progress className="chosen-acts-progress" value={done} max={total} aria-label={says} />
      <span>{says}</span>
      <Button look="plain" onPress={cancel}>
        {word.cancel}
      </Button>
    </div>
  )
}
