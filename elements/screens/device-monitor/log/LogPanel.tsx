import type { DeviceLogLine } from '../../../../core/contract/device.ts'
import { detailParts } from '../../../../core/text/log/detail-text.ts'
import { words } from '../../../../core/text/words.ts'
import { useFormat, useText } from '../../../define/index.ts'
import { Facts } from '../../../parts/Facts.tsx'
import { SidePanel } from '../../../parts/SidePanel.tsx'
import { text } from './text.ts'

/** One line of the log with everything that was kept of it, as text. */
export function LogPanel({ line, onClose }: { line: DeviceLogLine; onClose: () => void }) {
  const format = useFormat()
  const t = useText(text)
  const { time } = useText(words)
  return (
    <SidePanel title={t[line.kind]} onClose={onClose}>
      <Facts facts={[[time, format.dateTime(line.log_time)], ...detailParts(line.detail, format)]} />
    </SidePanel>
  )
}
