import { useEffect, useEffectEvent, useState } from 'react'
import { type DeviceDetail, Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { pollWhileVisible } from '../../../core/stores/poll-while-visible.ts'
import { words } from '../../../core/text/words.ts'
import { lazyPart, useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Age } from '../../parts/Age.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { isNameMissing, type PointDraft, PointDrafts, pointDraft } from '../../parts/point-drafts/PointDrafts.tsx'
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

/** A point that the template lacks, as it will have it. */
interface Draft extends PointDraft {
  point: Point
}

const VALUES_EVERY_MS = 2000

const pointOf = ({ point, name, unit, data_type, isNamed }: Draft): Point =>
  isNamed ? point : { ...point, name: name.trim(), unit: unit.trim() || null, data_type }

/** Chooses a device, then which of the points that it reports the template has from now on: at first all that it lacks. */
export function FromDevice({ isOpen, keys, room, onTake, onClose }: FromDeviceProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const [sn, setSn] = useState('')
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const chosen = drafts.filter(({ isChosen }) => isChosen)
  const count = chosen.length
  const choose = (next: string) => {
    setSn(next)
    setDrafts([])
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
          <Button
            look="primary"
            isDisabled={count === 0 || count > room || chosen.some(isNameMissing)}
            onPress={() => onTake(chosen.map(pointOf))}
          >
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
          <ReportedPoints sn={sn} keys={keys} drafts={drafts} onChange={setDrafts} onOther={() => choose('')} />
        )}
        {count > room && <p className="template-wrong">{t.full}</p>}
      </div>
    </Dialog>
  )
}

interface ReportedPointsProps {
  sn: string
  keys: readonly string[]
  drafts: readonly Draft[]
  onChange: (drafts: readonly Draft[]) => void
  onOther: () => void
}

/** What a device has and reports, each with its type and its newest value. */
function ReportedPoints({ sn, keys, drafts, onChange, onOther }: ReportedPointsProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const device = useCall(api.device.detail, { sn_code: sn })
  const readings = useCall(api.device.readings, { sn_code: sn })
  const { data } = device
  const { reload } = readings
  useEffect(() => pollWhileVisible(VALUES_EVERY_MS, reload), [reload])
  const begin = useEffectEvent((data: DeviceDetail) => {
    const named = [...data.points, ...data.hidden_points].map((point): Draft => {
      const { key, unit, data_type } = point
      return { point, key, unit: unit ?? '', data_type, name: pointName(point, lang), isChosen: true, isNamed: true }
    })
    const unnamed = data.offered.map(({ key, data_type }): Draft => {
      const draft = pointDraft({ key, data_type })
      return { ...draft, point: Point.parse({ key, name: draft.name, data_type }) }
    })
    onChange([...named, ...unnamed].filter(({ key }) => !keys.includes(key)))
  })
  // Once a device: what is ticked off or typed stays.
  useEffect(() => {
    if (data) begin(data)
  }, [data])
  const newest = readings.data ?? readings.last
  const failure = device.failure ?? (newest ? null : readings.failure)
  const chosen = drafts.filter(({ isChosen }) => isChosen)
  const there = data ? [...data.points, ...data.hidden_points].filter(({ key }) => keys.includes(key)) : []
  const isEmpty = drafts.length === 0 && there.length === 0
  const seen = new Map<string, Seen>(
    [...(newest?.values ?? []), ...(newest?.offered ?? [])].map((one) => [one.key, one]),
  )
  const change = (key: string, part: Partial<PointDraft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)))
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
      {data && isEmpty && <p className="template-quiet">{t.reportsNone}</p>}
      {data && !isEmpty && drafts.length === 0 && <p className="template-quiet">{t.hasAll}</p>}
      {drafts.length > 1 && (
        <Checkbox
          isSelected={chosen.length === drafts.length}
          isIndeterminate={chosen.length > 0 && chosen.length < drafts.length}
          onChange={(isChosen) => onChange(drafts.map((draft) => ({ ...draft, isChosen })))}
        >
          {t.allLacking({ count: drafts.length })}
        </Checkbox>
      )}
      <PointDrafts
        drafts={drafts}
        onChange={change}
        shownBeside={({ key, point, unit }) => (
          <SeenValue point={{ ...point, unit: unit || null }} seen={seen.get(key)} />
        )}
      />
      {there.length > 0 && drafts.length > 0 && (
        <p className="template-quiet">
          {t.there({ names: there.map((point) => pointName(point, lang)).join(t.comma) })}
        </p>
      )}
    </>
  )
}

interface Seen {
  key: string
  value: Value
  data_time: number | null
}

function SeenValue({ point, seen }: { point: Point; seen: Seen | undefined }) {
  const t = useText(text)
  const format = useFormat()
  if (!seen || seen.data_time === null) return <span className="template-quiet">{t.noValue}</span>
  return (
    <span className="template-reported-value">
      {valueWithUnit(seen.value, point, format)} · <Age time={seen.data_time} />
    </span>
  )
}
