import { useStore } from '@nanostores/react'
import { type ElementState, useConnection, useElementState, useFormat, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import type { IconName } from '../../kit/icons.ts'
import { staleAfterMs } from '../../parts/point-text.ts'
import { useMessage } from '../../parts/use-message.ts'
import { useServerNow } from '../../parts/use-server-now.ts'
import { useMonitor } from '../monitor-context.ts'
import { text } from '../text.ts'

interface Trouble {
  state: ElementState
  icon: IconName
  words: string
}

interface ConnectionLineProps {
  /** The server's code where it does not give the device's values. */
  refused: string | null
  isOnScreen: boolean
}

/** One line when what is shown is not live, and why; nothing when all is well. */
export function ConnectionLine({ refused, isOnScreen }: ConnectionLineProps) {
  const trouble = useTrouble(refused, isOnScreen)
  if (!trouble) return <ReadyState />
  return (
    <div className={`monitor-line monitor-line-${trouble.state}`} role="status">
      <Icon name={trouble.icon} />
      {trouble.words}
      <TroubleState state={trouble.state} />
    </div>
  )
}

function useTrouble(refused: string | null, isOnScreen: boolean): Trouble | null {
  const connection = useConnection()
  const { device, $readings } = useMonitor()
  const status = useStore(connection.$status)
  const isExpired = useStore(connection.$isExpired)
  const readings = useStore($readings)
  const now = useServerNow()
  const format = useFormat()
  const t = useText(text)
  const message = useMessage(refused)
  const report_time = readings?.report_time ?? device.report_time

  if (isExpired || status === 'expired') return { state: 'expired', icon: 'warning', words: t.sessionOver }
  if (refused) return { state: 'forbidden', icon: 'warning', words: message }
  const isLost = status === 'offline' || (isOnScreen && status === 'connecting' && readings !== null)
  if (isLost) {
    const words = report_time === null ? t.reconnectingBlank : t.reconnecting({ time: format.dateTime(report_time) })
    return { state: 'offline', icon: 'wifi-off', words }
  }
  if (report_time === null || now - report_time <= staleAfterMs(device.report_interval_s)) return null
  return { state: 'stale', icon: 'clock', words: t.silent({ span: format.duration(now - report_time) }) }
}

function TroubleState({ state }: { state: ElementState }) {
  useElementState(state)
  return null
}

function ReadyState() {
  useElementState('ready')
  return null
}
