import { useState } from 'react'
import { DAY_S } from '../../../core/catalogue/durations.ts'
import type { FoundDevice } from '../../../core/contract/device-bulk.ts'
import { DEVICES_A_MOVE } from '../../../core/contract/device-group.ts'
import { useConnection, useSheet, useText } from '../../define/index.ts'
import { NumberField } from '../../kit/NumberField.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { text as deviceText } from '../../parts/device-edit/text.ts'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import sheet from '../../parts/group-tree/group-dialog.css?sheet'
import { useAttempts } from '../../parts/user-group-picker/use-attempts.ts'
import { text } from './bulk-text.ts'
import { inChunks } from './in-chunks.ts'
import { type Left, LeftDevices, leftOf } from './LeftDevices.tsx'

interface SetIntervalProps {
  /** Kept while the dialog closes, and for the way back. */
  devices: readonly FoundDevice[]
  isOpen: boolean
  onClose: () => void
  /** Intervals of some are others now. */
  onChanged: () => void
}

const snsOf = (devices: readonly FoundDevice[]) => devices.map(({ sn_code }) => sn_code)

/** Asks how often some devices report; says of each that stays why, and has the way back in its toast. */
export function SetInterval({ devices, isOpen, onClose, onChanged }: SetIntervalProps) {
  useSheet(sheet)
  const t = { ...useText(deviceText), ...useText(text) }
  const { api } = useConnection()
  const { toastProps, done: said, attempt } = useAttempts()
  const [left, setLeft] = useState<Left>([])
  const intervals = [...new Set(devices.map((device) => device.report_interval_s))]
  const set = (some: readonly FoundDevice[], report_interval_s: number) =>
    inChunks(snsOf(some), DEVICES_A_MOVE, (sn_codes) => api.deviceBulk.setInterval({ sn_codes, report_interval_s }))

  async function setEach(changed: readonly FoundDevice[]) {
    for (const before of new Set(changed.map((device) => device.report_interval_s)))
      await set(
        changed.filter((device) => device.report_interval_s === before),
        before,
      )
  }
  const setBack = (changed: readonly FoundDevice[]) =>
    attempt(() => setEach(changed), t.intervalBack({ count: changed.length }), onChanged)

  const form = useDraft(() => ({ report_interval_s: intervals.length === 1 ? (intervals[0] ?? null) : null }), {
    validate: ({ report_interval_s }): { report_interval_s?: string } =>
      report_interval_s === null ? { report_interval_s: t.intervalMissing } : {},
    async send({ report_interval_s }) {
      const seconds = report_interval_s as number
      const { done, left } = leftOf(devices, await set(devices, seconds))
      onChanged()
      if (done.length > 0) said(t.intervalDone({ count: done.length, seconds }), () => void setBack(done))
      setLeft(left)
      if (left.length === 0) onClose()
    },
  })
  return (
    <>
      {left.length > 0 ? (
        <LeftDevices left={left} isOpen={isOpen} onClose={onClose} />
      ) : (
        <EntityForm
          title={t.intervalTitle({ count: devices.length })}
          form={form}
          onClose={onClose}
          saveLabel={t.intervalSave({ count: devices.length })}
          dialog={{ isOpen }}
        >
          <NumberField
            label={t.interval}
            help={t.intervalHelp}
            name="report_interval_s"
            value={form.draft.report_interval_s}
            onChange={(report_interval_s) => form.set({ report_interval_s })}
            min={1}
            max={DAY_S}
            decimals={0}
            unit="s"
            error={form.wrong.report_interval_s}
            isAutoFocus
          />
          <p className="group-dialog-quiet">{t.intervalWhy}</p>
        </EntityForm>
      )}
      <Toasts {...toastProps} />
    </>
  )
}
