import { useFormat } from '../define/index.ts'
import { Tooltip } from '../kit/Tooltip.tsx'
import { useServerNow } from './use-server-now.ts'

/** "3 s ago" by the server's clock, with the exact time in a tooltip; a dash for null. */
export function Age({ time }: { time: number | null }) {
  const now = useServerNow()
  const format = useFormat()
  if (time === null) return <span>–</span>
  return (
    <Tooltip text={format.dateTime(time)}>
      <span>{format.ago(time, now)}</span>
    </Tooltip>
  )
}
