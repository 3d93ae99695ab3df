import type { Alarm } from '../../../../core/contract/alarm.ts'
import type { Spot } from '../../../kit/ContextMenu.tsx'

/** What a row is drawn from; it is drawn again when one of these changes. */
export interface RowProps {
  readonly id: string
  readonly index: number
  /** Px from the first row, before the list's shift: it stays while the list is scrolled. */
  readonly top: number
  readonly rowKey: string
  readonly alarm: Alarm
  /** It is over, or does not match any more, and goes in a moment. */
  readonly isLeaving: boolean
  readonly isActive: boolean
  readonly isOpen: boolean
  /** Null where nothing can be selected. */
  readonly isSelected: boolean | null
  readonly mayConfirm: boolean
  readonly acts: RowActs
}

/** The same object for all rows and for good. */
export interface RowActs {
  press(rowKey: string, index: number, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): void
  select(rowKey: string, isRange: boolean): void
  /** With `isNoted` a note is asked for first. */
  confirm(rowKey: string, isNoted: boolean): void
  /** A right click: where it leads. Nothing where there is no connection. */
  menu: ((rowKey: string, index: number, spot: Spot) => void) | undefined
}
