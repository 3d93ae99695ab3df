import { useState } from 'react'
import type { Point } from '../../../../core/contract/device.ts'
import { useElement, useText } from '../../../define/index.ts'
import type { PointAlarms } from '../../../parts/alarm-marks/point-alarms.ts'
import { pointName } from '../../../parts/point-text.ts'
import { useMonitor } from '../monitor-context.ts'
import { text as frame } from '../text.ts'
import { WriteControl } from '../write/WriteControl.tsx'
import { PointMark } from './PointMark.tsx'
import { PointValue } from './PointValue.tsx'

/** A tile a point, its value large; for a wall, and for a phone. */
export function ValueTiles({ points, alarms }: { points: readonly Point[]; alarms: PointAlarms }) {
  const { selectPoint } = useMonitor()
  const [selected, setSelected] = useState<string | null>(null)
  const { lang } = useElement()
  const { values } = useText(frame)
  return (
    <ul className="monitor-tiles" aria-label={values}>
      {points.map((point) => (
        <li key={point.key} className="monitor-tile" data-selected={selected === point.key || undefined}>
          <div className="monitor-tile-head">
            <button
              type="button"
              className="monitor-tile-name"
              title={pointName(point, lang)}
              aria-pressed={selected === point.key}
              onClick={() => {
                setSelected(point.key)
                selectPoint(point.key)
              }}
            >
              {pointName(point, lang)}
            </button>
            <WriteControl point={point} isSmall />
          </div>
          <PointValue point={point} alarm={alarms.get(point.key)} size="large" isMarkedApart />
          <div className="monitor-tile-foot">
            <PointMark point_key={point.key} />
          </div>
        </li>
      ))}
    </ul>
  )
}
