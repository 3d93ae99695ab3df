import { systemZone } from '../../core/text/format.ts'
import { isSameClock, utcOffset } from '../../core/text/utc-offset.ts'
import { useElement, useText } from '../../elements/define/index.ts'
import { Tooltip } from '../../elements/kit/Tooltip.tsx'
import { text } from '../text.ts'
import { useConsole } from '../use-console.ts'

/** Whose time all times are, where the clock beside the user's display shows another. */
export function ZoneMark() {
  const t = useText(text)
  const { timeZone } = useElement()
  const { connection } = useConsole()
  const now = connection.clock.now()
  const own = systemZone()
  if (isSameClock(timeZone, own, now)) return null
  const offset = utcOffset(timeZone, now)
  const why = t.zoneWhy({ zone: timeZone, offset, own: `${own}, ${utcOffset(own, now)}` })
  return (
    <Tooltip text={why}>
      <span className="zone-mark">{offset}</span>
    </Tooltip>
  )
}
