import type { ReactNode } from 'react'
import { words } from '../../core/text/words.ts'
import { useSheet, useText } from '../context/element-context.ts'
import { Button } from './Button.tsx'
import sheet from './dialog.css?sheet'
import { Later, laterPart } from './overlay/later.tsx'

/** For who must be able to open one when the line is broken. */
export const fetchFrame = laterPart(() => import('./overlay/DialogFrame.tsx').then((chunk) => chunk.DialogFrame))

export interface DialogProps {
  title: string
  isOpen: boolean
  /** Requested by Escape, the close button or a press outside. */
  onClose: () => void
  children: ReactNode
  /** The buttons below, the main one last. */
  actions?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** A press outside does not close it: where there is something to lose. */
  isKeptOpen?: boolean
}

/** Only for what must interrupt; everything else is a panel or a popover. Fetched when it is first opened. */
export function Dialog(props: DialogProps) {
  useSheet(sheet)
  return <Later part={fetchFrame} isOpen={props.isOpen} props={props} />
}

interface ConfirmDialogProps {
  title: string
  /** What will be lost. */
  explanation: ReactNode
  /** Names it again: "Delete 3 devices". */
  confirmLabel: string
  /** A button for what keeps it. */
  other?: ReactNode
  isDanger?: boolean
  isOpen: boolean
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** For what cannot be undone; what can is done at once, with an undo in a toast. */
export function ConfirmDialog({
  explanation,
  confirmLabel,
  other,
  isDanger,
  isPending,
  onConfirm,
  ...rest
}: ConfirmDialogProps) {
  const { cancel } = useText(words)
  return (
    <Dialog
      {...rest}
      size="small"
      actions={
        <>
          <Button onPress={rest.onClose} isAutoFocus>
            {cancel}
          </Button>
          <Button look={isDanger ? 'danger' : 'primary'} onPress={onConfirm} isPending={isPending ?? false}>
            {confirmLabel}
          </Button>
          {other}
        </>
      }
    >
      {explanation}
    </Dialog>
  )
}

interface NoticeDialogProps extends Pick<DialogProps, 'title' | 'isOpen' | 'onClose' | 'children'> {
  /** Buttons for what can be done about it. */
  other?: ReactNode
}

/** Says something that is to be read, and is closed. */
export function NoticeDialog({ other, ...rest }: NoticeDialogProps) {
  const { close } = useText(words)
  return (
    <Dialog
      {...rest}
      size="small"
      actions={
        <>
          {other}
          <Button look="primary" onPress={rest.onClose} isAutoFocus>
            {close}
          </Button>
        </>
      }
    />
  )
}
