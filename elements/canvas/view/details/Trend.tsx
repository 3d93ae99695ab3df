import { useEffect, useEffectEvent, useState } from 'react'
import type { Point } from '../../../../core/contract/device.ts'
import { COLUMN_MS, COLUMNS, HEIGHT, trendPath } from '../../../../core/rules/trend-path.ts'
import { useConnection, useFormat, useText } from '../../../define/index.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { valueText, valueWithUnit } from '../../../parts/point-text.ts'
import { useCall } from '../../../parts/use-call.ts'
import type { NamedPoint } from '../run-actions.ts'
import { text } from './text.ts'

interface TrendProps {
  at: NamedPoint
  point: Point
  report_interval_s: number
  /** Of the screen: a replay's is another than now. */
  now: () => number
}

/** How often it is looked whether another column has begun: a replay may play an hour in a minute. */
const RENEWED_MS = 10_000

const endOf = (time: number) => Math.ceil(time / COLUMN_MS) * COLUMN_MS

/** The hour before the time that the screen shows, as a sparkline with its least and its greatest. */
export function Trend({ at, point, report_interval_s, now }: TrendProps) {
  const { api } = useConnection()
  const format = useFormat()
  const t = useText(text)
  const [end, setEnd] = useState(() => endOf(now()))
  const renew = useEffectEvent(() => setEnd(endOf(now())))
  useEffect(() => {
    const timer = setInterval(() => renew(), RENEWED_MS)
    return () => clearInterval(timer)
  }, [])
  const { last, failure } = useCall(api.live.trend, { sn_code: at.sn_code, key: at.key, end, width: COLUMNS })
  if (!last) return failure ? <p className="faceplate-quiet">{t.trendUnread}</p> : <Skeleton rows={1} />
  if (last.length === 0) return <p className="faceplate-quiet">{t.noTrend}</p>
  const { line, band, least, most } = trendPath(last, end, report_interval_s)
  const typed = (value: number) => (point.data_type === 'boolean' ? value !== 0 : value)
  const inUnit = (value: number) => valueWithUnit(typed(value), point, format)
  return (
    <figure className="faceplate-trend">
      <svg
        viewBox={`0 0 ${COLUMNS} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.trend({ least: inUnit(least), most: inUnit(most) })}
      >
        <path className="faceplate-band" d={band} />
        <path d={line} />
      </svg>
      <figcaption aria-hidden>
        <span>{valueText(typed(most), point, format)}</span>
        <span className="faceplate-span">{t.lastHour}</span>
        <span>{valueText(typed(least), point, format)}</span>
      </figcaption>
    </figure>
  )
}
