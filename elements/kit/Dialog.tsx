import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { words } from '../../core/text/words.ts'
import { useElement, useSheet, useText } from '../define/element-context.ts'
import { Button, IconButton } from './Button.tsx'
import sheet from './dialog.css?sheet'
import { OverlayLayer } from './OverlayLayer.tsx'

interface DialogProps {
  title: string
  isOpen: boolean
  /** Asked for by Escape, the close button or a press outside. */
  onClose: () => void
  children: ReactNode
  /** The buttons below, the main one last. */
  actions?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** A press outside does not close it: where there is something to lose. */
  isKeptOpen?: boolean
}

/** Only for what must interrupt; everything else is a panel or a popover. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  size = 'medium',
  isKeptOpen = false,
}: DialogProps) {
  useSheet(sheet)
  const { close } = useText(words)
  const { locale } = useElement()
  return (
    <ModalOverlay
      className="dialog-scrim"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isKeptOpen}
    >
      <Modal className={`dialog dialog-${size}`}>
        <OverlayLayer>
          <AriaDialog className="dialog-frame" lang={locale}>
            <header className="dialog-head">
              <Heading slot="title" className="dialog-title">
                {title}
              </Heading>
              <IconButton icon="close" label={close} onPress={onClose} />
            </header>
            <div className="dialog-body">{children}</div>
            {actions && <footer className="dialog-foot">{actions}</footer>}
          </AriaDialog>
        </OverlayLayer>
      </Modal>
    </ModalOverlay>
  )
}

interface ConfirmDialogProps {
  title: string
  /** What will be lost. */
  explanation: ReactNode
  /** Names it again: "Delete 3 devices". */
  confirmLabel: string
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
        </>
      }
    >
      {explanation}
    </Dialog>
  )
}
