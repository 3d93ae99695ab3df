import type { Device } from '../../../core/contract/device.ts'
import { DEREGISTERED_DAYS, DEREGISTERED_MOST } from '../../../core/contract/device-end.ts'
import { useConnection, useFormat, useSheet, useText } from '../../define/index.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { useSending } from '../form/use-sending.ts'
import sheet from './device-end.css?sheet'
import { text } from './text.ts'

type Named = Pick<Device, 'sn_code' | 'dev_alias'>

interface DeregisterDialogProps {
  /** Kept while the dialog closes. */
  device: Named
  isOpen: boolean
  onClose: () => void
  /** `device_id` is what it is restored by. */
  onDone: (device: Named, device_id: number) => void
}

/** Asks before a device is deregistered, and says what becomes of it. */
export function DeregisterDialog({ device, isOpen, onClose, onDone }: DeregisterDialogProps) {
  useSheet(sheet)
  const t = useText(text)
  const { api } = useConnection()
  const format = useFormat()
  const ending = useSending<never>([])
  const name = device.dev_alias

  async function deregister() {
    const done = await ending.send(() => api.deviceEnd.deregister({ sn_code: device.sn_code }))
    if (done) onDone(device, done.device_id)
  }

  return (
    <ConfirmDialog
      title={t.title({ name })}
      confirmLabel={t.confirm({ name })}
      isDanger
      isOpen={isOpen}
      isPending={ending.isPending}
      onConfirm={() => void deregister()}
      onClose={onClose}
      explanation={
        <div className="device-end">
          <p>{t.now}</p>
          <p>{t.kept({ days: DEREGISTERED_DAYS, most: format.number(DEREGISTERED_MOST) })}</p>
          {ending.wrong.form && (
            <p className="field-error" role="alert">
              {ending.wrong.form}
            </p>
          )}
        </div>
      }
    />
  )
}
