import { useStore } from '@nanostores/react'
import { useText } from '../../elements/define/index.ts'
import { Icon } from '../../elements/kit/Icon.tsx'
import type { IconName } from '../../elements/kit/icons.ts'
import { Tooltip } from '../../elements/kit/Tooltip.tsx'
import { text } from '../text.ts'
import { $isPast } from '../title.ts'
import { useConsole } from '../use-console.ts'
import { type Missing, useMissing } from './use-missing.ts'
import { useOnline } from './use-online.ts'

type Line = 'live' | 'past' | 'reconnecting' | 'offline' | 'notStoring' | 'cutOff'
const ICONS: Record<Line, IconName> = {
  live: 'circle',
  past: 'clock',
  reconnecting: 'refresh',
  offline: 'wifi-off',
  notStoring: 'warning',
  cutOff: 'warning',
}
const LINES: Record<Missing, Line> = { store: 'notStoring', broker: 'cutOff' }

/** Whether values arrive and are stored: a shape and a word, and what it means on hover or focus. */
export function ConnectionState() {
  const t = useText(text)
  const { connection } = useConsole()
  const status = useStore(connection.$status)
  const isOnline = useOnline()
  const isPast = useStore($isPast)
  const missing = useMissing(connection.baseUrl)
  const lineTo = (): Line => {
    if (!isOnline || status === 'expired') return 'offline'
    if (missing) return LINES[missing]
    return status !== 'live' ? 'reconnecting' : isPast ? 'past' : 'live'
  }
  const line = lineTo()
  return (
    <Tooltip text={t[`${line}Why`]}>
      <span className={`line line-${missing && line === LINES[missing] ? 'missing' : line}`} role="status">
        <Icon name={ICONS[line]} size={line === 'live' ? 12 : 16} />
        <span className="line-word">{t[line]}</span>
      </span>
    </Tooltip>
  )
}
