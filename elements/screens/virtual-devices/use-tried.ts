import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import type { CallOptions } from '../../../core/connection/client.ts'
import type { TriedPoint, VirtualPoint } from '../../../core/contract/virtual-device.ts'
import { useConnection } from '../../define/index.ts'
import { useCall } from '../../parts/use-call.ts'
import { type FormulaRow, triable, virtualPointOf } from './virtual-draft.ts'

/** Values are worked out again after this long, while they are seen. */
const AGAIN_MS = 5000

/** What the formula of a row comes to. */
export type Tried = { is: 'waiting' } | { is: 'failed' } | { is: 'tried'; point: TriedPoint }

/** What formulas come to now; rows that are being changed count once they are `steady`. */
export function useTried(steady: readonly FormulaRow[], isSeen: boolean): (row: FormulaRow) => Tried {
  const { api } = useConnection()
  const points = useMemo(() => triable(steady), [steady])
  const call = useCallback(
    async (points: VirtualPoint[], options?: CallOptions) => ({
      points,
      tried: await api.virtualDevice.try({ points }, options),
    }),
    [api],
  )
  const { data, last, failure, isLoading, reload } = useCall(call, points.length > 0 ? points : null)
  const again = useEffectEvent(() => {
    if (!isLoading && points.length > 0 && document.visibilityState === 'visible') reload()
  })
  useEffect(() => {
    if (!isSeen) return
    const timer = setInterval(again, AGAIN_MS)
    return () => clearInterval(timer)
  }, [isSeen])

  const shown = data ?? last
  const results = useMemo(
    () =>
      new Map(
        shown?.points.map(({ key, formula, data_type }) => [
          key,
          { formula, data_type, point: shown.tried.find((one) => one.key === key) },
        ]),
      ),
    [shown],
  )
  return (row) => {
    const { key, formula, data_type } = virtualPointOf(row)
    const found = results.get(key)
    const isOf = found?.formula === formula && (found.data_type === data_type || data_type === 'enum')
    if (failure) return { is: 'failed' }
    return isOf && found.point ? { is: 'tried', point: found.point } : { is: 'waiting' }
  }
}
