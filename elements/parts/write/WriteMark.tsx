import { useSheet, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import type { IconName } from '../../kit/icons.ts'
import { text } from './text.ts'
import sheet from './write.css?sheet'
import type { Write } from './writes.ts'

const ICON: Record<Write['status'], IconName> = {
  sending: 'send',
  selected: 'clock',
  sent: 'send',
  acknowledged: 'clock',
  done: 'check',
  failed: 'cross',
  timeout: 'warning',
  refused: 'cross',
  unknown: 'warning',
}

/** How far a write got, by shape and word. */
export function WriteMark({ status }: { status: Write['status'] }) {
  useSheet(sheet)
  const word = useText(text)[status]
  return (
    <span className={`write-mark write-mark-${status}`}>
      <Icon name={ICON[status]} />
      {word}
    </span>
  )
}
