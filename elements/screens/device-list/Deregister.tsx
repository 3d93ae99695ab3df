import type { Device } from '../../../core/contract/device.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Toasts } from '../../kit/Toasts.tsx'
import { DeregisterDialog } from '../../parts/device-end/DeregisterDialog.tsx'
import { text } from '../../parts/device-end/text.ts'
import { useAttempts } from '../../parts/user-group-picker/use-attempts.ts'

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
  const { api } = useConnection()
  const { toastProps, done, attempt } = useAttempts()

  const restore = (name: string, device_id: number) =>
    attempt(() => api.deviceEnd.restore({ device_id }), t.restored({ name }), onChanged)

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
