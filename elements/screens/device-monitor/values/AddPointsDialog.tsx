import { useState } from 'react'
import { messageOf } from '../../../../core/catalogue/codes.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { DataType, DeviceDetail } from '../../../../core/contract/device.ts'
import { translate } from '../../../../core/text/define-text.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Checkbox } from '../../../kit/Checkbox.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Select } from '../../../kit/Select.tsx'
import { TextField } from '../../../kit/TextField.tsx'
import { type CallFailure, isCallFailure } from '../../../parts/use-call.ts'
import { useMonitor } from '../monitor-context.ts'
import { text } from './text.ts'

interface Draft {
  key: string
  isChosen: boolean
  name: string
  unit: string
  data_type: DataType
}

const draftOf = ({ key, data_type }: DeviceDetail['offered'][number]): Draft => ({
  key,
  isChosen: true,
  name: key.slice(0, 32),
  unit: '',
  data_type,
})

/** Names what the device reports, and adds it to what is shown. */
export function AddPointsDialog({ onClose }: { onClose: () => void }) {
  const { device, replaceDevice } = useMonitor()
  const { api, toasts } = useConnection()
  const { lang } = useElement()
  const t = useText(text)
  const { cancel } = useText(words)
  const [drafts, setDrafts] = useState(() => device.offered.map(draftOf))
  const [isTried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const chosen = drafts.filter(({ isChosen }) => isChosen)
  const change = (key: string, part: Partial<Draft>) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)))

  async function add() {
    setTried(true)
    if (chosen.length === 0 || chosen.some(({ name }) => !name.trim())) return
    setPending(true)
    const points = chosen.map(({ key, name, unit, data_type }) => ({
      key,
      name: name.trim(),
      unit: unit.trim() || null,
      data_type,
    }))
    try {
      replaceDevice(await api.device.addPoints({ sn_code: device.sn_code, points }))
      const count = points.length
      toasts.show('success', { zh: translate(text, 'zh').added({ count }), en: translate(text, 'en').added({ count }) })
      onClose()
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setFailure(error)
      setPending(false)
    }
  }

  const typeOptions = (['number', 'boolean', 'string', 'enum'] as const).map((id) => ({ id, label: t[id] }))
  return (
    <Dialog
      title={t.addTitle}
      isOpen
      onClose={onClose}
      isKeptOpen
      size="large"
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" isPending={isPending} isDisabled={chosen.length === 0} onPress={() => void add()}>
            {t.addSelected({ count: chosen.length })}
          </Button>
        </>
      }
    >
      <ul className="monitor-drafts">
        {drafts.map(({ key, isChosen, name, unit, data_type }) => (
          <li key={key} className="monitor-draft">
            <Checkbox isSelected={isChosen} onChange={(next) => change(key, { isChosen: next })}>
              <code>{key}</code>
            </Checkbox>
            <TextField
              label={t.pointName}
              value={name}
              maxLength={32}
              isDisabled={!isChosen}
              error={isTried && isChosen && !name.trim() ? t.nameMissing : undefined}
              onChange={(next) => change(key, { name: next })}
            />
            <TextField
              label={t.pointUnit}
              value={unit}
              maxLength={16}
              isDisabled={!isChosen}
              onChange={(next) => change(key, { unit: next })}
            />
            <Select
              label={t.pointType}
              options={typeOptions}
              value={data_type}
              isDisabled={!isChosen}
              onChange={(next) => change(key, { data_type: next })}
            />
          </li>
        ))}
      </ul>
      {failure && (
        <p className="monitor-refusal" role="alert">
          {messageOf(failure instanceof ApiError ? failure.code : '100002', lang)}
        </p>
      )}
    </Dialog>
  )
}
