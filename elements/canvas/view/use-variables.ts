import { useEffect, useMemo, useState } from 'react'
import type { DashboardVariable } from '../../../core/contract/documents/dashboard.ts'
import type { ScreenDocument } from '../../../core/contract/documents/screen.ts'
import type { VariableValues } from '../../../core/dashboard/variables.ts'

interface Filling {
  readonly values: VariableValues
  /** The document with them; null where there are no variables. */
  readonly fill: ((document: ScreenDocument) => ScreenDocument) | null
}
const NONE: Filling = { values: {}, fill: null }

/** What a dashboard's variables are: `chosen` as a query has it. Null until what fills them in has come. */
export function useVariables(variables: readonly DashboardVariable[], chosen: string): Filling | null {
  const [filling, setFilling] = useState<typeof import('../../../core/dashboard/variables.ts') | null>(null)
  const [defect, setDefect] = useState<unknown>(null)
  const isNeeded = variables.length > 0
  useEffect(() => {
    if (isNeeded) import('../../../core/dashboard/variables.ts').then(setFilling, setDefect)
  }, [isNeeded])
  if (defect) throw defect
  return useMemo(() => {
    if (!isNeeded) return NONE
    if (!filling) return null
    const values = filling.valuesOf(variables, Object.fromEntries(new URLSearchParams(chosen)))
    return { values, fill: (document) => filling.withVariables(document, values) }
  }, [isNeeded, filling, variables, chosen])
}
