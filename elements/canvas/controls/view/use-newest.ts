import { useEffect, useState } from 'react'
import type { Quality, Value } from '../../../../core/contract/telemetry.ts'
import { agedQuality } from '../../../../core/rules/staleness.ts'
import { useConnection } from '../../../define/index.ts'
import { liveValueOf } from '../../../parts/point-text.ts'
import type { ViewPoint } from './point-of.ts'
import { usePointSource } from './view-context.ts'

export interface NewestValue {
  readonly value: Value
  readonly quality: Quality
}

const NONE: ReadonlyMap<string, NewestValue> = new Map()

/** The newest values of these points by their ids, from the screen's own source, else from the connection; none until they come. */
export function useNewest(points: readonly ViewPoint[], isWanted: boolean): ReadonlyMap<string, NewestValue> {
  const { readings } = useConnection()
  const source = usePointSource()
  const [newest, setNewest] = useState(NONE)
  const pointsKey = JSON.stringify(points.map(({ id, sn_code, key }) => ({ id, sn_code, key })))
  useEffect(() => {
    const wanted: Pick<ViewPoint, 'id' | 'sn_code' | 'key'>[] = isWanted ? JSON.parse(pointsKey) : []
    const newestOf = ({ sn_code, key }: (typeof wanted)[number]): NewestValue | null => {
      if (source) return source.read(sn_code, key)
      const known = readings(sn_code).get()
      if (!known || 'refused' in known) return null
      const live = liveValueOf(known, key)
      return live ? { value: live[0], quality: agedQuality(live[1], !known.is_live) } : null
    }
    const read = () =>
      setNewest(
        new Map(
          wanted.flatMap((point) => {
            const found = newestOf(point)
            return found ? [[point.id, found] as const] : []
          }),
        ),
      )
    const sns = [...new Set(wanted.map(({ sn_code }) => sn_code))]
    const stops = sns.map((sn_code) => (source ? source.listen(sn_code, read) : readings(sn_code).listen(read)))
    read()
    return () => {
      for (const stop of stops) stop()
    }
  }, [pointsKey, isWanted, source, readings])
  return newest
}
