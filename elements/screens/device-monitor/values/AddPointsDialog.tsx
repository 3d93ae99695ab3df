import { useState } from 'react'
import { messageOf } from '../../../../core/catalogue/codes.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import { translate } from '../../../../core/text/define-text.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { isNameMissing, type PointDraft, PointDrafts, pointDraft } from '../../../parts/point-drafts/PointDrafts.tsx'
import { type CallFailure, isCallFailure } from '../../../parts/use-call.ts'
import { useMonitor } from '../monitor-context.ts'
import { text } from './text.ts'

/** Names what the device reports, and adds it to what is shown. */
export function AddPointsDialog({ onClose }: { onClose: () => void }) {
  const { device, replaceDevice } = useMonitor()
  const { api, toasts } = useConnection()
  const { lang } = useElement()
  const t = useText(text)
  const { cancel } = useText(words)
  const [drafts, setDrafts] = useState(() => device.offered.map(pointDraft))
  const [isTried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const chosen = drafts.filter(({ isChosen }) => isChosen)
  const change = (key: string, part: Partial<PointDraft>) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)))

  async function add() {
    setTried(true)
    if (chosen.length === 0 || chosen.some(isNameMissing)) return
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
      <PointDrafts drafts={drafts} onChange={change} isTried={isTried} />
      {failure && (
        <p className="monitor-refusal" role="alert">
          {messageOf(failure instanceof ApiError ? failure.code : '100002', lang)}
        </p>
      )}
    </Dialog>
  )
}
