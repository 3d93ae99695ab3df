import { useEffect, useRef } from 'react'
import { useConnection } from '../../../define/index.ts'
import { liveValueOf } from '../../../parts/point-text.ts'
import { onChart } from './chart-looks.ts'
import type { ViewPoint } from './point-of.ts'
import { addToTail, newTail, type Tail } from './tail.ts'
import { usePointSource } from './view-context.ts'

/**
 * What comes of these points while it is shown, by their ids; kept outside of the view's state, which looks at it once a
 * second. From the screen's own source, so that simulated values are drawn too; else from the connection.
 */
export function useTails(points: readonly ViewPoint[], spanMs: number, isWanted: boolean): ReadonlyMap<string, Tail> {
  const { readings, clock } = useConnection()
  const source = usePointSource()
  const tails = useRef(new Map<string, Tail>())
  const span = useRef(spanMs)
  span.current = spanMs
  const pointsKey = JSON.stringify(points.map(({ id, sn_code, key }) => ({ id, sn_code, key })))

  useEffect(() => {
    const wanted: Pick<ViewPoint, 'id' | 'sn_code' | 'key'>[] = isWanted ? JSON.parse(pointsKey) : []
    const kept = new Map(wanted.map(({ id }) => [id, newTail()]))
    tails.current = kept
    const stops = [...new Set(wanted.map(({ sn_code }) => sn_code))].map((sn_code) => {
      const own = wanted.filter((point) => point.sn_code === sn_code)
      if (source) {
        const read = () => {
          for (const { id, key } of own) {
            const state = source.read(sn_code, key)
            const now = source.now()
            if (state) addToTail(kept.get(id) as Tail, state.data_time ?? now, onChart(state.value), now - span.current)
          }
        }
        read()
        return source.listen(sn_code, read)
      }
      return readings(sn_code).subscribe((known) => {
        if (!known || 'refused' in known) return
        for (const { id, key } of own) {
          const live = liveValueOf(known, key)
          if (live) addToTail(kept.get(id) as Tail, live[2], onChart(live[0]), clock.now() - span.current)
        }
      })
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [pointsKey, isWanted, source, readings, clock])

  return tails.current
}
