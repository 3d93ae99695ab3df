import type { Device } from '../../../core/contract/device.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Toasts } from '../../kit/Toasts.tsx'
import { DeregisterDialog } from '../../parts/device-end/DeregisterDialog.tsx'
import { text } from '../../parts/device-end/text.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'

interface DeregisterProps {
  /** Kept while the dialog closes. */
  device: Device
  isOpen: boolean
  onClose: () => void
  /** A device is gone, or back. */
  onChanged: () => void
}

/** Deregisters a device of the list, with the way back in its toast. */
export function Deregister({ device, isOpen, onClose, onChanged }: DeregisterProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const { toastProps, done, refused } = useUndoToasts()

  async function restore(name: string, device_id: number) {
    try {
      await api.deviceEnd.restore({ device_id })
      done(t.restored({ name }))
    } catch (error) {
      refused(refusalText(error, lang))
    } finally {
      onChanged()
    }
  }

  return (
    <>
      <DeregisterDialog
        key={device.sn_code}
        device={device}
        isOpen={isOpen}
        onClose={onClose}
        onDone={({ dev_alias }, device_id) => {
          onClose()
          done(t.done({ name: dev_alias }), () => void restore(dev_alias, device_id))
          onChanged()
        }}
      />
      <Toasts {...toastProps} />
    </>
  )
}
