import type { Device } from '../../../core/contract/device.ts'
import { lazyPart, useElement, useText } from '../../define/index.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { useDialog } from '../form/use-dialog.ts'
import { DeregisterDialog } from './DeregisterDialog.tsx'
import { text } from './text.ts'

const LabelsDialog = lazyPart(async () => (await import('../device-labels/LabelsDialog.tsx')).LabelsDialog, null)

interface DeviceMenuProps {
  device: Pick<Device, 'sn_code' | 'dev_alias' | 'may_deregister' | 'may_edit'>
  first: readonly MenuEntry[]
}

/** What else can be done with a device on its own page, which is left with the device. */
export function DeviceMenu({ device, first }: DeviceMenuProps) {
  const t = useText(text)
  const { emit } = useElement()
  const ending = useDialog<null>()
  const labelling = useDialog<null>()
  const label: MenuEntry = { id: 'label', label: t.label, icon: 'qr', onAction: () => labelling.open(null) }
  const deregister: MenuEntry = {
    id: 'deregister',
    label: t.deregister,
    icon: 'trash',
    isDanger: true,
    onAction: () => ending.open(null),
  }
  return (
    <>
      <MoreMenu
        label={t.more}
        entries={[...first, ...(device.may_edit ? [label] : []), ...(device.may_deregister ? [deregister] : [])]}
      />
      {labelling.round > 0 && <LabelsDialog devices={[device]} isOpen={labelling.isOpen} onClose={labelling.close} />}
      <DeregisterDialog
        key={ending.round}
        device={device}
        isOpen={ending.isOpen}
        onClose={ending.close}
        onDone={() => {
          ending.close()
          // Where it can be restored.
          emit('sg-navigate', { path: '/device?show=deregistered' })
        }}
      />
    </>
  )
}
