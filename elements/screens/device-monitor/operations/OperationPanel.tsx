import type { Command } from '../../../../core/contract/control.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../../define/index.ts'
import { Facts } from '../../../parts/Facts.tsx'
import { pointName, valueWithUnit } from '../../../parts/point-text.ts'
import { SidePanel } from '../../../parts/SidePanel.tsx'
import { WriteMark } from '../../../parts/write/WriteMark.tsx'
import { useMonitor } from '../monitor-context.ts'
import { text } from './text.ts'
import { tookText } from './took-text.ts'

/** One write with everything that is known of it: a narrow list has not the room. */
export function OperationPanel({ command, onClose }: { command: Command; onClose: () => void }) {
  const { points } = useMonitor().device
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  const word = useText(words)
  const { key, old_value, value, status, user_name, sent_time, reason } = command
  const point = points.find((one) => one.key === key)
  return (
    <SidePanel title={point ? pointName(point, lang) : key} onClose={onClose}>
      <Facts
        facts={[
          [word.time, format.dateTime(sent_time)],
          [t.oldValue, valueWithUnit(old_value, point, format)],
          [t.newValue, valueWithUnit(value, point, format)],
          [t.result, <WriteMark key="result" status={status} />],
          [t.who, user_name],
          [t.took, tookText(command, format)],
          [t.reason, reason],
        ]}
      />
    </SidePanel>
  )
}
