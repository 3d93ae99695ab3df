import { useEffect, useReducer } from 'react'
import type { PointSource } from '../../../core/canvas/point-source.ts'
import type { NamedPoint } from './run-actions.ts'

/** A point of a screen, its device and its value, followed for as long as it is shown. */
export function useReading(source: PointSource, { sn_code, key }: NamedPoint) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(
    () => source.listen(sn_code, (keys) => (keys.length === 0 || keys.includes(key) || keys.includes('*')) && redraw()),
    [source, sn_code, key],
  )
  const facts = source.device(sn_code)
  return { facts, point: facts?.points.get(key), state: source.read(sn_code, key) }
}
