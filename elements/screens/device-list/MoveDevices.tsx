import { useMemo, useState } from 'react'
import type { FoundDevice } from '../../../core/contract/device-bulk.ts'
import { DEVICES_A_MOVE } from '../../../core/contract/device-group.ts'
import { arrange } from '../../../core/rules/tree.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { refusalText } from '../../parts/form/refusal.ts'
import { GroupPicker } from '../../parts/group-tree/GroupPicker.tsx'
import sheet from '../../parts/group-tree/group-dialog.css?sheet'
import { useCollection } from '../../parts/use-collection.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import { inChunks } from './in-chunks.ts'
import { type Left, LeftDevices, leftOf } from './LeftDevices.tsx'
import { text } from './move-text.ts'

interface MoveDevicesProps {
  /** Kept while the dialog closes, and for the way back. */
  devices: readonly FoundDevice[]
  isOpen: boolean
  onClose: () => void
  /** Something may be elsewhere now. */
  onMoved: () => void
}

/** Asks for the group that some devices go to; says of each that stays why. */
export function MoveDevices({ devices, isOpen, onClose, onMoved }: MoveDevicesProps) {
  useSheet(sheet)
  const t = useText(text)
  const { cancel } = useText(words)
  const { lang } = useElement()
  const { api } = useConnection()
  const groups = useCollection(deviceGroups).data
  const tree = useMemo(
    () => arrange((groups ?? []).map((group) => ({ object: { ...group, id: group.group_id } }))),
    [groups],
  )
  const { toastProps, done, refused } = useUndoToasts()
  const here = new Set(devices.map(({ group_id }) => group_id))
  const [chosen, setChosen] = useState<number | null>(null)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [left, setLeft] = useState<Left>([])

  const moveTo = (group_id: number, some: readonly FoundDevice[]) =>
    inChunks(
      some.map(({ sn_code }) => sn_code),
      DEVICES_A_MOVE,
      (sn_codes) => api.deviceGroup.moveDevices({ sn_codes, group_id }),
    )

  async function moveBack(moved: readonly FoundDevice[]) {
    try {
      for (const group_id of new Set(moved.map((device) => device.group_id))) {
        if (group_id === null) continue
        const some = moved.filter((device) => device.group_id === group_id)
        await moveTo(group_id, some)
      }
      done(t.movedBack({ count: moved.length }))
    } catch (error) {
      refused(refusalText(error, lang))
    } finally {
      onMoved()
    }
  }

  async function move(group_id: number) {
    setPending(true)
    setFailure(null)
    try {
      const outcomes = await moveTo(group_id, devices)
      const { done: moved, left: staying } = leftOf(devices, outcomes)
      if (moved.length > 0) {
        const to = tree.byId.get(group_id)?.object.group_name ?? ''
        done(t.movedTo({ count: moved.length, to }), () => void moveBack(moved))
      }
      setLeft(staying)
      if (staying.length === 0) onClose()
    } catch (error) {
      setFailure(refusalText(error, lang))
    } finally {
      setPending(false)
      onMoved()
    }
  }

  const title =
    devices.length === 1 ? t.moveOne({ name: devices[0]?.dev_alias ?? '' }) : t.moveTitle({ count: devices.length })
  return (
    <>
      {left.length > 0 ? (
        <LeftDevices left={left} isOpen={isOpen} onClose={onClose} />
      ) : (
        <Dialog
          title={title}
          isOpen={isOpen}
          onClose={onClose}
          size="small"
          actions={
            <>
              <Button onPress={onClose}>{cancel}</Button>
              <Button
                look="primary"
                isPending={isPending}
                isDisabled={chosen === null}
                onPress={() => chosen !== null && void move(chosen)}
              >
                {t.move}
              </Button>
            </>
          }
        >
          <div className="group-dialog">
            <GroupPicker
              label={t.group}
              tree={tree}
              value={chosen ?? undefined}
              onChange={setChosen}
              noneLabel={null}
              placeholder={t.chooseGroup}
              // Where all of them are already.
              mayChoose={(id) => here.size > 1 || !here.has(id)}
            />
            <p className="group-dialog-quiet">{t.moveWhy}</p>
            {failure !== null && (
              <p className="field-error" role="alert">
                {failure}
              </p>
            )}
          </div>
        </Dialog>
      )}
      <Toasts {...toastProps} />
    </>
  )
}
