import { useMemo } from 'react'
import { writePoint } from '../../../../core/rules/expression/points.ts'
import type { Lang } from '../../../../core/text/define-text.ts'
import { pointName } from '../../../parts/point-text.ts'
import { useNamedPoints } from './use-named-points.ts'

/** What people call an expression that is nothing but a point. */
export function usePointNames(lang: Lang): (expression: string) => string {
  const points = useNamedPoints()
  return useMemo(() => {
    const names = new Map(points.map((point) => [writePoint(point), pointName(point, lang)]))
    return (expression) => names.get(expression) ?? expression
  }, [points, lang])
}
