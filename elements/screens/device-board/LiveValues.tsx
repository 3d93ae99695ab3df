import { useStore } from '@nanostores/react'
import type { Device } from '../../../core/contract/device.ts'
import { staleAfterMs } from '../../../core/rules/staleness.ts'
import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { AlarmedValue } from '../../parts/alarm-marks/AlarmedValue.tsx'
import type { PointAlarms } from '../../parts/alarm-marks/point-alarms.ts'
import { Failure } from '../../parts/Failure.tsx'
import { LivePointValue } from '../../parts/LivePointValue.tsx'
import { liveValueOf, pointName } from '../../parts/point-text.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useServerNow } from '../../parts/use-server-now.ts'
import { type CardLayout, cardPoints, SHOWN } from './card-layout.ts'
import { text } from './text.ts'

interface LiveValuesProps {
  device: Device
  alarms: PointAlarms
  layout: CardLayout
}

/** A few points of a device with their newest values. Mounted only where it can be seen: it listens to the device. */
export function LiveValues({ device, alarms, layout }: LiveValuesProps) {
  const t = useText(text)
  const { lang } = useElement()
  const connection = useConnection()
  const { data, failure } = useCollection(deviceDetail, { sn_code: device.sn_code })
  const known = useStore(connection.readings(device.sn_code))
  const now = useServerNow()
  if (known && 'refused' in known) return <p className="tile-note">{t.valuesRefused}</p>
  if (failure && !data) return <Failure failure={failure} />
  if (data?.points.length === 0) return <p className="tile-note">{t.noValues}</p>
  const points = data
    ? cardPoints(data.points, layout, alarms)
    : [...Array(layout.keys?.length ?? SHOWN)].map(() => null)
  const isOldAfterMs = staleAfterMs(device.report_interval_s)
  const isLive = known?.is_live ?? true
  return (
    <dl className="tile-values">
      {points.map((point, index) => (
        <div key={point?.key ?? index} className="tile-value">
          <dt>{point ? pointName(point, lang) : '\u00a0'}</dt>
          <dd>
            {point && (
              <AlarmedValue alarm={alarms.get(point.key)}>
                <LivePointValue
                  point={point}
                  live={liveValueOf(known, point.key)}
                  isLive={isLive}
                  now={now}
                  isOldAfterMs={isOldAfterMs}
                />
              </AlarmedValue>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
