import { useStore } from '@nanostores/react'
import { useText } from '../../elements/define/index.ts'
import { Icon } from '../../elements/kit/Icon.tsx'
import type { IconName } from '../../elements/kit/icons.ts'
import { Tooltip } from '../../elements/kit/Tooltip.tsx'
import { text } from '../text.ts'
import { useConsole } from '../use-console.ts'
import { useOnline } from './use-online.ts'

type Line = 'live' | 'reconnecting' | 'offline'
const ICONS: Record<Line, IconName> = { live: 'circle', reconnecting: 'refresh', offline: 'wifi-off' }

/** Whether values arrive: a shape and a word, and what it means on hover or focus. */
export function ConnectionState() {
  const t = useText(text)
  const status = useStore(useConsole().connection.$status)
  const isOnline = useOnline()
  const line: Line = !isOnline || status === 'expired' ? 'offline' : status === 'live' ? 'live' : 'reconnecting'
  return (
    <Tooltip text={t[`${line}Why`]}>
      <span className={`line line-${line}`} role="status">
        <Icon name={ICONS[line]} size={line === 'live' ? 12 : 16} />
        <span className="line-word">{t[line]}</span>
      </span>
    </Tooltip>
  )
}
