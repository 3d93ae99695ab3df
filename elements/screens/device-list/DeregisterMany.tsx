import { useState } from 'react'
import type { FoundDevice } from '../../../core/contract/device-bulk.ts'
import { DEREGISTERED_DAYS, DEREGISTERED_MOST, DEVICES_AN_END } from '../../../core/contract/device-end.ts'
import { useConnection, useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import sheet from '../../parts/device-end/device-end.css?sheet'
import { text as endText } from '../../parts/device-end/text.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { useAttempts } from '../../parts/user-group-picker/use-attempts.ts'
import { text } from './bulk-text.ts'
import { inChunks } from './in-chunks.ts'
import { type Left, LeftDevices, leftOf } from './LeftDevices.tsx'

interface DeregisterManyProps {
  /** Kept while the dialog closes, and for the way back. */
  devices: readonly FoundDevice[]
  isOpen: boolean
  onClose: () => void
  /** Devices are gone, or back. */
  onChanged: () => void
}

/** Asks before some devices are deregistered, and says what becomes of them; they can be restored from its toast. */
export function DeregisterMany({ devices, isOpen, onClose, onChanged }: DeregisterManyProps) {
  useSheet(sheet)
  const t = { ...useText(endText), ...useText(text) }
  const { lang } = useElement()
  const { api } = useConnection()
  const format = useFormat()
  const { toastProps, done: said, attempt } = useAttempts()
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [left, setLeft] = useState<Left>([])
  const count = devices.length

  const restore = (ids: readonly number[]) =>
    attempt(
      async () => {
        for (const device_id of ids) await api.deviceEnd.restore({ device_id })
      },
      t.endBack({ count: ids.length }),
      onChanged,
    )

  async function deregister() {
    setProgress(0)
    setFailure(null)
    const ids: number[] = []
    try {
      const outcomes = await inChunks(
        devices.map(({ sn_code }) => sn_code),
        DEVICES_AN_END,
        async (sn_codes) => {
          const answers = await api.deviceEnd.deregisterMany({ sn_codes })
          ids.push(...answers.flatMap(({ device_id }) => device_id ?? []))
          return answers
        },
        setProgress,
      )
      const { left } = leftOf(devices, outcomes)
      if (ids.length > 0) said(t.endDone({ count: ids.length }), () => void restore(ids))
      setLeft(left)
      if (left.length === 0) onClose()
    } catch (error) {
      setFailure(refusalText(error, lang))
    } finally {
      setProgress(null)
      onChanged()
    }
  }

  return (
    <>
      {left.length > 0 ? (
        <LeftDevices left={left} isOpen={isOpen} onClose={onClose} />
      ) : (
        <ConfirmDialog
          title={t.endTitle({ count })}
          confirmLabel={t.endConfirm({ count })}
          isDanger
          isOpen={isOpen}
          isPending={progress !== null}
          onConfirm={() => void deregister()}
          onClose={onClose}
          explanation={
            <div className="device-end">
              <p>{t.endNow}</p>
              <p>{t.kept({ days: DEREGISTERED_DAYS, most: format.number(DEREGISTERED_MOST) })}</p>
              {progress !== null && <p role="status">{t.ending({ done: progress, count })}</p>}
              {failure !== null && (
                <p className="field-error" role="alert">
                  {failure}
                </p>
              )}
            </div>
          }
        />
      )}
      <Toasts {...toastProps} />
    </>
  )
}
