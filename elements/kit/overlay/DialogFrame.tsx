import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { words } from '../../../core/text/words.ts'
import { useElement, useText } from '../../context/element-context.ts'
import { IconButton } from '../Button.tsx'
import type { DialogProps } from '../Dialog.tsx'
import { Foot } from '../Foot.tsx'
import { OverlayLayer } from '../OverlayLayer.tsx'
import { Settling } from '../Settling.tsx'

export function DialogFrame({
  title,
  isOpen,
  onClose,
  children,
  actions,
  size = 'medium',
  isKeptOpen = false,
}: DialogProps) {
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
          <Dialog className="dialog-frame" lang={locale} aria-label={title}>
            <header className="dialog-head">
              <Heading slot="title" className="dialog-title">
                {title}
              </Heading>
              <IconButton icon="close" label={close} onPress={onClose} />
            </header>
            <div className="dialog-body">{children}</div>
            {actions && (
              <Foot>
                <Settling>{actions}</Settling>
              </Foot>
            )}
          </Dialog>
        </OverlayLayer>
      </Modal>
    </ModalOverlay>
  )
}
