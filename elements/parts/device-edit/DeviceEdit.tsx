import { useState } from 'react'
import type { DeviceDetail } from '../../../core/contract/device.ts'
import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { useText } from '../../define/index.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../Failure.tsx'
import { useCollection } from '../use-collection.ts'
import { DeviceForm } from './DeviceForm.tsx'
import { NewPassword } from './NewPassword.tsx'
import { text } from './text.ts'

interface DeviceEditProps {
  sn_code: string
  isOpen: boolean
  onClose: () => void
  onSaved: (device: DeviceDetail) => void
}

/** The form of one device, which is asked for when it is opened: a row of a list has not all of it. */
export function DeviceEdit({ sn_code, isOpen, onClose, onSaved }: DeviceEditProps) {
  const t = useText(text)
  const { data, failure, reload } = useCollection(deviceDetail, { sn_code })
  const [isOfPassword, setOfPassword] = useState(false)
  if (data)
    return (
      <>
        <DeviceForm
          device={data}
          isOpen={isOpen && !isOfPassword}
          onClose={onClose}
          onSaved={onSaved}
          onNewPassword={() => setOfPassword(true)}
        />
        <NewPassword device={data} isOpen={isOpen && isOfPassword} onClose={onClose} />
      </>
    )
  return (
    <Dialog title={t.loadingTitle} isOpen={isOpen} onClose={onClose} size="small">
      {failure ? <Failure failure={failure} onRetry={reload} /> : <Skeleton rows={9} />}
    </Dialog>
  )
}
