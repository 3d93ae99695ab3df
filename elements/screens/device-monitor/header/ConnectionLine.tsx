import { useStore } from '@nanostores/react'
import { staleAfterMs } from '../../../../core/rules/staleness.ts'
import { useConnection, useElementState, useFormat, useText } from '../../../define/index.ts'
import { LineNote, useLine } from '../../../parts/LineNote.tsx'
import { StateLine } from '../../../parts/StateLine.tsx'
import { useMessage } from '../../../parts/use-message.ts'
import { useServerNow } from '../../../parts/use-server-now.ts'
import { useMonitor } from '../monitor-context.ts'
import { text } from '../text.ts'

/** One line when what is shown is not live, and why; nothing when all is well. `refused`: the server's code where it does not give the device's values. */
export function ConnectionLine({ refused }: { refused: string | null }) {
  const line = useLine()
  const { device, $readings } = useMonitor()
  const { realtime } = useConnection()
  const readings = useStore($readings)
  const now = useServerNow()
  const format = useFormat()
  const t = useText(text)
  const message = useMessage(refused)
  const report_time = readings?.report_time ?? device.report_time

  if (line) return <LineNote line={line} />
  if (refused) return <StateLine state="forbidden">{message}</StateLine>
  const staleAfter = staleAfterMs(device.report_interval_s)
  if (report_time === null || now - report_time <= staleAfter) return <ReadyState />
  // A page whose own line is gone hears nothing either, and finds that out only by its next ping.
  const heardAt = now - (realtime.silentMs() ?? 0)
  const silent = heardAt - report_time > staleAfter ? t.silent : t.unheard
  return <StateLine state="stale">{silent({ span: format.duration(now - report_time) })}</StateLine>
}

function ReadyState() {
  useElementState('ready')
  return null
}
