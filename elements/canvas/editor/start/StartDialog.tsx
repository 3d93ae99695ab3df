import { useState } from 'react'
import { LAYOUT_COLUMNS } from '../../../../core/dashboard/layout.ts'
import { STARTED_DEVICES, type StartedCard, startedWith } from '../../../../core/dashboard/start.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useSheet, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { DeviceChoice } from '../../../parts/device-choice/DeviceChoice.tsx'
import { useDeviceName } from '../../../parts/device-choice/use-device-name.ts'
import { useSending } from '../../../parts/form/use-sending.ts'
import { useEditor } from '../editor-context.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import type { DialogProps } from '../panels.tsx'
import sheet from './start.css?sheet'
import { text } from './text.ts'

const SIZE = { sn_code: '', keys: [], atMost: STARTED_DEVICES }

/** Begins an empty dashboard: for each of some devices a card with its first values and a curve. */
export default function StartDialog({ onClose }: DialogProps) {
  usePanelSheets()
  useSheet(sheet)
  const t = useText(text)
  const common = useText(words)
  const { api } = useConnection()
  const { editor } = useEditor()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const form = useSending<'devices'>(['devices'])
  const toggle = (sn_code: string) => {
    form.mend('devices')
    setChosen(chosen.includes(sn_code) ? chosen.filter((one) => one !== sn_code) : [...chosen, sn_code])
  }
  async function place() {
    if (!form.check(chosen.length === 0 ? { devices: t.needDevice } : {})) return
    const devices = await form.send(() => Promise.all(chosen.map((sn_code) => api.device.detail({ sn_code }))))
    if (!devices) return
    const { width, height, grid } = editor.state().whole
    putCards(editor, startedWith(devices, { width, height, grid }))
    onClose()
  }
  const { wrong } = form
  const error = wrong.devices ?? wrong.form
  return (
    <Dialog
      title={t.title}
      isOpen
      onClose={onClose}
      size="small"
      isKeptOpen={chosen.length > 0}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" isPending={form.isPending} onPress={() => void place()}>
            {t.place}
          </Button>
        </>
      }
    >
      <div className="dialog-form start">
        <p className="prop-help">{t.why({ most: STARTED_DEVICES })}</p>
        {chosen.length === 0 ? (
          <p className="panel-none">{t.nobody}</p>
        ) : (
          <ul className="start-chosen" aria-label={t.chosen}>
            {chosen.map((sn_code) => (
              <Chosen key={sn_code} sn_code={sn_code} onRemove={() => toggle(sn_code)} />
            ))}
          </ul>
        )}
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
        <DeviceChoice sn={chosen} group={null} like={SIZE} onChoose={toggle} />
      </div>
    </Dialog>
  )
}

function Chosen({ sn_code, onRemove }: { sn_code: string; onRemove: () => void }) {
  const t = useText(text)
  const name = useDeviceName(sn_code)
  return (
    <li>
      {name}
      <button type="button" className="start-remove" aria-label={t.remove({ name })} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </li>
  )
}

/** One step of the history: each card a group, which phones and tablets show whole. */
function putCards(
  { commands, selecting, together }: ReturnType<typeof useEditor>['editor'],
  cards: readonly StartedCard[],
) {
  together({ key: 'stepStarted', count: cards.length }, () => {
    const groups = cards.flatMap(({ name, parts }) => {
      const ids = parts.flatMap(({ x, y, width, height, control }) => {
        const middle = { x: x + width / 2, y: y + height / 2 }
        return commands.add({ ...control, width, height }, middle) ?? []
      })
      selecting.select(ids)
      const group = commands.group()
      if (group === null) return []
      commands.set('name', name.slice(0, 64), [group])
      return [group]
    })
    const spans = { phone: LAYOUT_COLUMNS.phone, tablet: LAYOUT_COLUMNS.tablet / 2 }
    for (const layout of ['phone', 'tablet'] as const)
      commands.setLayout(
        layout,
        groups.map((control_id) => ({ control_id, is_hidden: false, span: spans[layout] })),
      )
    selecting.clear()
  })
}
