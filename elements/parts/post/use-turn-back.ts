import { useEffect, useEffectEvent } from 'react'
import type { Called } from '../use-call.ts'

/** The last page is gone with its rows: turns to the one that is the last now. */
export function useTurnBack(
  { data }: Pick<Called<{ rows: unknown[]; total: number }>, 'data'>,
  page_size: number,
  turn: (page: number) => void,
): void {
  const last = data && data.rows.length === 0 && data.total > 0 ? Math.ceil(data.total / page_size) : null
  const back = useEffectEvent(turn)
  useEffect(() => {
    if (last !== null) back(last)
  }, [last])
}
