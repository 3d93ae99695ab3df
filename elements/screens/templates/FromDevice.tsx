import { useState } from 'react'
import { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { words } from '../../../core/text/words.ts'
import { lazyPart, useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Age } from '../../parts/Age.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { text as tableText } from '../../parts/point-table/text.ts'
import { pointName, valueWithUnit } from '../../parts/point-text.ts'
import { useCall } from '../../parts/use-call.ts'
import { text } from './points-text.ts'

const DeviceChoice = lazyPart(
  () => import('../../parts/device-choice/DeviceChoice.tsx').then((chunk) => chunk.DeviceChoice),
  null,
)

interface FromDeviceProps {
  isOpen: boolean
  /** Of the points that the template has. */
  keys: readonly string[]
  /** How many more it may have. */
  room: number
  onTake: (points: readonly Point[]) => void
  onClose: () => void
}

/** Chooses a device, then which of the points that it reports the template has from now on. */
export function FromDevice({ isOpen, keys, room, onTake, onClose }: FromDeviceProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const [sn, setSn] = useState('')
  const [chosen, setChosen] = useState<readonly Point[]>([])
  const count = chosen.length
  const choose = (next: string) => {
    setSn(next)
    setChosen([])
  }
  return (
    <Dialog
      title={t.fromTitle}
      isOpen={isOpen}
      onClose={onClose}
      size={sn ? 'large' : undefined}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" isDisabled={count === 0 || count > room} onPress={() => onTake(chosen)}>
            {count === 0 ? t.takeNone : t.takeThem({ count })}
          </Button>
        </>
      }
    >
      <div className="template-dialog">
        {sn === '' ? (
          <>
            <p className="template-quiet">{t.fromWhy}</p>
            <DeviceChoice sn="" group={null} isSource onChoose={choose} />
          </>
        ) : (
          <ReportedPoints sn={sn} keys={keys} chosen={chosen} onChange={setChosen} onOther={() => choose('')} />
        )}
        {count > room && <p className="template-wrong">{t.full}</p>}
      </div>
    </Dialog>
  )
}

interface ReportedPointsProps {
  sn: string
  keys: readonly string[]
  chosen: readonly Point[]
  onChange: (chosen: readonly Point[]) => void
  onOther: () => void
}

/** What a device has and reports, each with its type and its newest value. */
function ReportedPoints({ sn, keys, chosen, onChange, onOther }: ReportedPointsProps) {
  const t = useText(text)
  const { api } = useConnection()
  const device = useCall(api.device.detail, { sn_code: sn })
  const readings = useCall(api.device.readings, { sn_code: sn })
  const { data } = device
  const failure = device.failure ?? readings.failure
  const named = data ? [...data.points, ...data.hidden_points] : []
  const unnamed = (data?.offered ?? []).map(({ key, data_type }) =>
    Point.parse({ key, name: key.slice(0, 32), data_type }),
  )
  const points = [...named, ...unnamed]
  const lacking = points.filter(({ key }) => !keys.includes(key))
  // In the order of the device, whichever was ticked first.
  const put = (next: readonly Point[]) => onChange(lacking.filter(({ key }) => next.some((one) => one.key === key)))
  const seen = new Map<string, Seen>(
    [...(readings.data?.values ?? []), ...(readings.data?.offered ?? [])].map((one) => [one.key, one]),
  )
  return (
    <>
      <div className="template-source">
        <strong>{data?.dev_alias ?? sn}</strong>
        <span className="template-quiet">{sn}</span>
        <Button look="plain" onPress={onOther}>
          {t.otherDevice}
        </Button>
      </div>
      {failure && (
        <Failure
          failure={failure}
          onRetry={() => {
            device.reload()
            readings.reload()
          }}
        />
      )}
      {!data && !failure && <Skeleton rows={6} />}
      {data && points.length === 0 && <p className="template-quiet">{t.reportsNone}</p>}
      {points.length > 0 && lacking.length === 0 && <p className="template-quiet">{t.hasAll}</p>}
      {lacking.length > 1 && (
        <Checkbox
          isSelected={chosen.length === lacking.length}
          isIndeterminate={chosen.length > 0 && chosen.length < lacking.length}
          onChange={(is) => onChange(is ? lacking : [])}
        >
          {t.allLacking({ count: lacking.length })}
        </Checkbox>
      )}
      <ul className="template-reported">
        {points.map((point) => {
          const isThere = keys.includes(point.key)
          return (
            <li key={point.key}>
              <Checkbox
                isSelected={isThere || chosen.some(({ key }) => key === point.key)}
                isDisabled={isThere}
                onChange={(is) => put(is ? [...chosen, point] : chosen.filter(({ key }) => key !== point.key))}
              >
                <PointWords point={point} isNamed={named.includes(point)} />
              </Checkbox>
              <SeenValue point={point} seen={seen.get(point.key)} note={isThere ? t.there : undefined} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface Seen {
  key: string
  value: Value
  data_time: number | null
}

function PointWords({ point, isNamed }: { point: Point; isNamed: boolean }) {
  const t = useText(text)
  const types = useText(tableText)
  const { lang } = useElement()
  return (
    <span className="template-reported-words">
      <code>{point.key}</code>
      <span>{isNamed ? pointName(point, lang) : <span className="template-quiet">{t.unnamed}</span>}</span>
      <span className="template-quiet">{types[point.data_type]}</span>
    </span>
  )
}

function SeenValue({ point, seen, note }: { point: Point; seen: Seen | undefined; note: string | undefined }) {
  const t = useText(text)
  const format = useFormat()
  const isSeen = seen !== undefined && seen.data_time !== null
  return (
    <span className="template-reported-value">
      {isSeen ? <span>{valueWithUnit(seen.value, point, format)}</span> : <span>{t.noValue}</span>}
      <span className="template-quiet">{note ?? (isSeen && <Age time={seen.data_time} />)}</span>
    </span>
  )
}
