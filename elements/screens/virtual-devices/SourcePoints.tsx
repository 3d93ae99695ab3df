import { type ReactNode, useState } from 'react'
import type { DeviceDetail, Point } from '../../../core/contract/device.ts'
import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { lazyPart, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { text } from './editor-text.ts'

const DeviceChoice = lazyPart(
  () => import('../../parts/device-choice/DeviceChoice.tsx').then((chunk) => chunk.DeviceChoice),
  null,
)

interface SourcePointsProps {
  /** Empty until one is chosen. */
  sn: string
  onChoose: (sn: string) => void
  /** The points that are found of the chosen device. */
  children: (points: readonly Point[], source: DeviceDetail) => ReactNode
}

const isLike = ({ key, name, name_en }: Point, wanted: string) =>
  [key, name, name_en ?? ''].some((said) => said.toLowerCase().includes(wanted))

/** A device, then its points. */
export function SourcePoints({ sn, onChoose, children }: SourcePointsProps) {
  const t = useText(text)
  const [search, setSearch] = useState('')
  const { data, failure, reload } = useCollection(deviceDetail, sn ? { sn_code: sn } : null)
  if (sn === '') return <DeviceChoice sn="" group={null} isSource onChoose={onChoose} />
  const wanted = search.trim().toLowerCase()
  const found = data?.points.filter((point) => isLike(point, wanted)) ?? []
  return (
    <div className="source-points">
      <div className="source-points-head">
        <strong>{data?.dev_alias ?? sn}</strong>
        <span className="virtual-quiet">{sn}</span>
        <Button look="plain" onPress={() => onChoose('')}>
          {t.otherDevice}
        </Button>
      </div>
      {failure && <Failure failure={failure} onRetry={reload} />}
      {!data && !failure && <Skeleton rows={4} />}
      {data && data.points.length > 8 && <PausedSearch label={t.findPoints} value={search} onChange={setSearch} />}
      {data && children(found, data)}
      {data && found.length === 0 && (
        <p className="virtual-quiet">{data.points.length === 0 ? t.hasNoPoints : t.noneFound}</p>
      )}
    </div>
  )
}
