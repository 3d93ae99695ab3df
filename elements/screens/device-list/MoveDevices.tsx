import { useMemo, useState } from 'react'
import type { FoundDevice } from '../../../core/contract/device-bulk.ts'
import { DEVICES_A_MOVE } from '../../../core/contract/device-group.ts'
import { arrange } from '../../../core/rules/tree.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Toasts } from '../../kit/Toasts.tsx'
import { refusalText } from '../../parts/form/refusal.ts'
import { MoveDialog } from '../../parts/group-tree/MoveDialog.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { useAttempts } from '../../parts/user-group-picker/use-attempts.ts'
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
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const groups = useCollection(deviceGroups).data
  const tree = useMemo(
    () => arrange((groups ?? []).map((group) => ({ object: { ...group, id: group.group_id } }))),
    [groups],
  )
  const { toastProps, done, attempt } = useAttempts()
  const here = new Set(devices.map(({ group_id }) => group_id))
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [left, setLeft] = useState<Left>([])

  const moveTo = (group_id: number, some: readonly FoundDevice[]) =>
    inChunks(
      some.map(({ sn_code }) => sn_code),
      DEVICES_A_MOVE,
      (sn_codes) => api.deviceGroup.moveDevices({ sn_codes, group_id }),
    )

  async function moveEach(moved: readonly FoundDevice[]) {
    for (const group_id of new Set(moved.map((device) => device.group_id))) {
      if (group_id === null) continue
      const some = moved.filter((device) => device.group_id === group_id)
      await moveTo(group_id, some)
    }
  }
  const moveBack = (moved: readonly FoundDevice[]) =>
    attempt(() => moveEach(moved), t.movedBack({ count: moved.length }), onMoved)

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
        <MoveDialog
          title={title}
          label={t.group}
          explanation={t.moveWhy}
          tree={tree}
          noneLabel={null}
          placeholder={t.chooseGroup}
          // Not to where all of them are already.
          mayMoveTo={(id) => here.size > 1 || !here.has(id)}
          isOpen={isOpen}
          isPending={isPending}
          failure={failure}
          onMove={(group_id) => group_id !== null && void move(group_id)}
          onClose={onClose}
        />
      )}
      <Toasts {...toastProps} />
    </>
  )
}
