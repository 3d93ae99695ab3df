import type { MarkedPoint } from '../../../core/contract/alarm-record.ts'
import type { NamedPoint } from '../../parts/expression/ExpressionInput.tsx'
import type { Tried } from './use-tried.ts'
import type { FormulaRow, WrongFormulaRow } from './virtual-draft.ts'

export interface FormulaItemProps {
  row: FormulaRow
  isFirst: boolean
  isLast: boolean
  isOpen: boolean
  tried: Tried
  /** Its open alarms; undefined while there are none. */
  alarm: MarkedPoint | undefined
  /** What is wrong and shown at its fields. */
  wrong: WrongFormulaRow | undefined
  /** What is wrong with its formula, once it is not being typed any more. */
  soon: Pick<WrongFormulaRow, 'formula' | 'spot'> | undefined
  isHistoryLost: boolean
  offered: readonly NamedPoint[]
  /** Devices that the formulas name. */
  sources: readonly { sn_code: string; dev_alias: string }[]
  onToggle: () => void
  onChange: (part: Partial<FormulaRow>) => void
  /** The key is another one now. */
  onRenamed: (from: string) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}
