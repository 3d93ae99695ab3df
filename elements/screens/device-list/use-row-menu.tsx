import type { ReactNode } from 'react'
import type { Device } from '../../../core/contract/device.ts'
import type { FoundDevice } from '../../../core/contract/device-bulk.ts'
import { lazyPart, useConnection, useText } from '../../define/index.ts'
import type { IconName } from '../../kit/icons.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { savedWords } from '../../parts/device-edit/saved-words.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { useRights } from '../../parts/use-rights.ts'
import type { BulkActs } from './BulkBar.tsx'
import { text } from './text.ts'

const DeviceEdit = lazyPart(
  () => import('../../parts/device-edit/DeviceEdit.tsx').then((chunk) => chunk.DeviceEdit),
  null,
)

const Deregister = lazyPart(() => import('./Deregister.tsx').then((chunk) => chunk.Deregister), null)

const TagDevices = lazyPart(() => import('./TagDevices.tsx').then((chunk) => chunk.TagDevices), null)

const ShareForm = lazyPart(async () => (await import('../../parts/device-share/ShareForm.tsx')).ShareForm, null)

const TransferForm = lazyPart(() => import('./TransferForm.tsx').then((chunk) => chunk.TransferForm), null)

const SetInterval = lazyPart(() => import('./SetInterval.tsx').then((chunk) => chunk.SetInterval), null)

const DeregisterMany = lazyPart(() => import('./DeregisterMany.tsx').then((chunk) => chunk.DeregisterMany), null)

const LabelsDialog = lazyPart(
  async () => (await import('../../parts/device-labels/LabelsDialog.tsx')).LabelsDialog,
  null,
)

const MoveDevices = lazyPart(() => import('./MoveDevices.tsx').then((chunk) => chunk.MoveDevices), null)

export type MenuOf = (row: Device) => MenuEntry[]

interface RowMenu {
  /** What can be done with a row; empty where nothing can. */
  actsOf: MenuOf
  /** The same after what opens it; null for who may change no device. */
  menuOf: MenuOf | null
  /** What can be done with many; null for who may change no device. */
  bulk: BulkActs | null
  /** What else the list has. */
  more: ReactNode
  /** To be drawn beside the list. */
  dialog: ReactNode
}

interface RowMenuProps {
  open: (row: Device) => void
  /** Something of the rows is another now. */
  done: () => void
  /** What can be done with the list as a whole. */
  entries: readonly MenuEntry[]
  /** Shows another list in this one's place: a value of the view's `show`. */
  showList: (show: string) => void
}

/** What can be done with a device in the list, as far as the user may. */
export function useRowMenu({ open, done, showList, entries }: RowMenuProps): RowMenu {
  const t = useText(text)
  const { toasts } = useConnection()
  const holds = useRights()
  const mayEdit = holds('P30200')
  const sharing = useDialog<Device>()
  const { open: edit, close, dialogState, isOpen, round } = useDialog<string>()
  const moving = useDialog<readonly FoundDevice[]>()
  const tagging = useDialog<readonly FoundDevice[]>()
  const spacing = useDialog<readonly FoundDevice[]>()
  const labelling = useDialog<readonly FoundDevice[]>()
  const endingMany = useDialog<readonly FoundDevice[]>()
  const ending = useDialog<Device>()
  const transferring = useDialog<Device>()
  const changesOf: MenuOf = (row) => [
    { id: 'edit', label: t.edit, icon: 'edit', onAction: () => edit(row.sn_code) },
    { id: 'move', label: t.moveTo, icon: 'chevrons-right', onAction: () => moving.open([row]) },
    { id: 'label', label: t.label, icon: 'qr', onAction: () => labelling.open([row]) },
  ]
  const endOf: MenuOf = (row) => [
    { id: 'transfer', label: t.transfer, icon: 'log-out', onAction: () => transferring.open(row) },
    { id: 'deregister', label: t.deregister, icon: 'trash', isDanger: true, onAction: () => ending.open(row) },
  ]
  const shareOf: MenuOf = (row) => [{ id: 'share', label: t.share, icon: 'send', onAction: () => sharing.open(row) }]
  const actsOf: MenuOf = (row) => [
    ...(row.may_edit ? changesOf(row) : []),
    ...(row.may_share ? shareOf(row) : []),
    ...(row.may_deregister ? endOf(row) : []),
  ]
  const listOf = (id: string, label: string, icon: IconName): MenuEntry => ({
    id,
    label,
    icon,
    onAction: () => showList(id),
  })
  const lists: MenuEntry[] = [
    ...(mayEdit || holds('P30100') ? [listOf('offers', t.offers, 'log-out')] : []),
    ...(holds('administrator') ? [listOf('listed', t.listed, 'list')] : []),
    ...(mayEdit ? [listOf('deregistered', t.deregistered, 'trash')] : []),
  ]
  return {
    actsOf,
    menuOf:
      mayEdit || holds('P33000')
        ? (row) => [{ id: 'open', label: t.open, icon: 'external', onAction: () => open(row) }, ...actsOf(row)]
        : null,
    bulk: mayEdit
      ? {
          move: moving.open,
          tag: tagging.open,
          setInterval: spacing.open,
          label: labelling.open,
          deregister: endingMany.open,
        }
      : null,
    more: <MoreMenu label={t.more} entries={[...entries, ...lists]} />,
    dialog: (
      <>
        {dialogState !== null && (
          <DeviceEdit
            key={round}
            sn_code={dialogState}
            isOpen={isOpen}
            onClose={close}
            onSaved={({ dev_alias }) => {
              close()
              toasts.show('success', savedWords(dev_alias))
              done()
            }}
          />
        )}
        {ending.dialogState !== null && (
          <Deregister device={ending.dialogState} isOpen={ending.isOpen} onClose={ending.close} onChanged={done} />
        )}
        {transferring.dialogState !== null && (
          <TransferForm
            key={`transfer ${transferring.round}`}
            device={transferring.dialogState}
            isOpen={transferring.isOpen}
            onClose={transferring.close}
          />
        )}
        {tagging.dialogState !== null && (
          <TagDevices
            key={`tag ${tagging.round}`}
            devices={tagging.dialogState}
            isOpen={tagging.isOpen}
            onClose={tagging.close}
            onChanged={done}
          />
        )}
        {spacing.dialogState !== null && (
          <SetInterval
            key={`interval ${spacing.round}`}
            devices={spacing.dialogState}
            isOpen={spacing.isOpen}
            onClose={spacing.close}
            onChanged={done}
          />
        )}
        {labelling.dialogState !== null && (
          <LabelsDialog devices={labelling.dialogState} isOpen={labelling.isOpen} onClose={labelling.close} />
        )}
        {endingMany.dialogState !== null && (
          <DeregisterMany
            key={`end ${endingMany.round}`}
            devices={endingMany.dialogState}
            isOpen={endingMany.isOpen}
            onClose={endingMany.close}
            onChanged={done}
          />
        )}
        {sharing.dialogState !== null && (
          <ShareForm
            key={`share ${sharing.round}`}
            device={sharing.dialogState}
            isOpen={sharing.isOpen}
            onClose={sharing.close}
            onShared={() => {
              sharing.close()
              done()
            }}
          />
        )}
        {moving.dialogState !== null && (
          <MoveDevices
            key={`move ${moving.round}`}
            devices={moving.dialogState}
            isOpen={moving.isOpen}
            onClose={moving.close}
            onMoved={done}
          />
        )}
      </>
    ),
  }
}
