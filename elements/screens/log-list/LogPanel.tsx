import type { LogKind, LogLine } from '../../../core/contract/log.ts'
import { detailParts } from '../../../core/text/log/detail-text.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { actionText, factsOf, type LogWords } from './columns.tsx'
import { text } from './text.ts'

interface LogPanelProps {
  kind: LogKind
  line: LogLine
  words: LogWords
  onOnly: (part: { sn?: string; user?: string }) => void
  onClose: () => void
}

/** One line with everything that was kept of it, and the way to more of the same. */
export function LogPanel({ kind, line, words, onOnly, onClose }: LogPanelProps) {
  const t = useText(text)
  const format = useFormat()
  const { sn_code, user_name } = line
  return (
    <SidePanel title={actionText(line, words.action) || t.line} onClose={onClose}>
      <div className="log-line">
        <Facts facts={[...factsOf(kind, line, words, format), ...detailParts(line.detail, format)]} />
        <div className="log-only">
          {sn_code !== null && <Button onPress={() => onOnly({ sn: sn_code })}>{t.onlyDevice}</Button>}
          {user_name && <Button onPress={() => onOnly({ user: user_name })}>{t.onlyUser}</Button>}
        </div>
      </div>
    </SidePanel>
  )
}
