import { useMemo, useState } from 'react'
import { differenceSentence } from '../../../../core/canvas/difference-sentence.ts'
import { pointsOf, writePoint } from '../../../../core/rules/expression/points.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Checkbox } from '../../../kit/Checkbox.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Select } from '../../../kit/Select.tsx'
import { TextField } from '../../../kit/TextField.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import type { DialogProps } from '../panels.tsx'
import { DeviceSelect } from './PointList.tsx'
import { propertyName } from './property-name.ts'
import { byDevice, byPrefix, changesOf, devicesNamed, rebind } from './rebind.ts'
import { text } from './text.ts'
import { useOwnDevice } from './use-own-device.ts'
import { useDevicePoints, useNamedDevices } from './use-points.ts'

const SHOWN = 100
const KEY = /^[A-Za-z0-9_.:/-]*$/
const THIS = '-'

/** Another device, or another prefix, in the place of one: what changes is shown before it is done. */
export default function RebindDialog({ onClose }: DialogProps) {
  usePanelSheets()
  const t = useText(text)
  const common = useText(words)
  const { lang } = useElement()
  const { editor } = useEditor()
  const whole = useEditorState((state) => state.whole)
  const selection = useEditorState((state) => state.selection)
  const named = useMemo(() => devicesNamed(whole), [whole])
  const [what, setWhat] = useState<'byDevice' | 'byPrefix'>('byDevice')
  const [from, setFrom] = useState<string | null>(named.length === 1 ? (named[0] ?? null) : null)
  const [to, setTo] = useState<string | null>(null)
  const [prefix, setPrefix] = useState({ from: '', to: '' })
  const [isSelectedOnly, setSelectedOnly] = useState(false)
  const ids = isSelectedOnly ? selection : undefined
  const isByDevice = what === 'byDevice'
  const isBad = !KEY.test(prefix.from) || !KEY.test(prefix.to)
  const isReady = isByDevice ? from !== null && to !== null : prefix.from !== '' && !isBad
  const isSame = isByDevice ? isReady && from === to : isReady && prefix.from === prefix.to
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document decides what is found
  const pairs = useMemo(
    () => (!isReady ? [] : isByDevice ? byDevice(from ?? '', to ?? '') : byPrefix(editor, prefix.from, prefix.to)),
    [editor, whole, isReady, isByDevice, from, to, prefix],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document decides what changes
  const changes = useMemo(() => changesOf(editor, pairs, ids), [editor, whole, pairs, ids])
  const missing = useMissing(isByDevice ? to : '', changes)
  const names = {
    kind: (kind: string) => namesOf(kind, lang).kind,
    property: (kind: string, path: string) => propertyName(kind, path, lang),
  }
  return (
    <Dialog
      title={t.rebind}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button
            look="primary"
            isDisabled={changes.length === 0}
            onPress={() => {
              rebind(editor, pairs, changes.length, ids)
              onClose()
            }}
          >
            {t.replace({ count: changes.length })}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p className="prop-help">{t.rebindWhy}</p>
        <Select<'byDevice' | 'byPrefix'>
          label={t.rebindWhat}
          options={[
            { id: 'byDevice', label: t.byDevice },
            { id: 'byPrefix', label: t.byPrefix },
          ]}
          value={what}
          onChange={setWhat}
        />
        {isByDevice ? (
          <div className="dialog-pair">
            <NamedDevices label={t.fromDevice} named={named} value={from} onChange={setFrom} />
            <DeviceSelect label={t.toDevice} value={to ?? ''} isMixed={to === null} onChange={setTo} />
          </div>
        ) : (
          <div className="dialog-pair">
            <TextField
              label={t.fromPrefix}
              value={prefix.from}
              maxLength={64}
              error={KEY.test(prefix.from) ? undefined : t.badPrefix}
              onChange={(typed) => setPrefix({ ...prefix, from: typed })}
            />
            <TextField
              label={t.toPrefix}
              value={prefix.to}
              maxLength={64}
              error={KEY.test(prefix.to) ? undefined : t.badPrefix}
              onChange={(typed) => setPrefix({ ...prefix, to: typed })}
            />
          </div>
        )}
        {selection.length > 0 && (
          <Checkbox isSelected={isSelectedOnly} onChange={setSelectedOnly}>
            {t.onlySelected({ count: selection.length })}
          </Checkbox>
        )}
        <div aria-live="polite">
          {!isReady && <p className="panel-none">{isByDevice ? t.choosePair : t.typePair}</p>}
          {isReady && changes.length === 0 && <p className="panel-none">{isSame ? t.sameTwice : t.noChanges}</p>}
          {changes.length > 0 && <h4 className="dialog-count">{t.changes({ count: changes.length })}</h4>}
        </div>
        {missing.length > 0 && (
          <p className="field-error">
            {t.unknownAfter({ count: missing.length, points: missing.slice(0, 8).join(', ') })}
          </p>
        )}
        {changes.length > 0 && (
          <ul className="change-list">
            {changes.slice(0, SHOWN).map((change) => {
              const said = differenceSentence(change, lang, names)
              return <li key={`${change.control?.control_id} ${change.path} ${said}`}>{said}</li>
            })}
            {changes.length > SHOWN && <li>{t.moreChanges({ count: changes.length - SHOWN })}</li>}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

interface NamedDevicesProps {
  label: string
  named: readonly string[]
  value: string | null
  onChange: (sn_code: string) => void
}

/** The devices that the screen names. */
function NamedDevices({ label, named, value, onChange }: NamedDevicesProps) {
  const own = useOwnDevice()
  const devices = useNamedDevices()
  const nameOf = (sn_code: string) => devices.find((device) => device.sn_code === sn_code)?.dev_alias || sn_code
  return (
    <Select
      label={label}
      options={named.map((sn_code) =>
        sn_code === '' ? { id: THIS, label: own } : { id: sn_code, label: nameOf(sn_code), note: sn_code },
      )}
      value={value === '' ? THIS : value}
      onChange={(id) => onChange(id === THIS ? '' : id)}
    />
  )
}

/** Points that the device to be bound to does not have. */
function useMissing(to: string | null, changes: ReturnType<typeof changesOf>): readonly string[] {
  const { data } = useDevicePoints(to ?? '')
  if (to === null || !data) return []
  const has = new Set(data.map(({ key }) => key))
  const named = changes.flatMap(({ values }) => pointsOf(String(values.expression ?? '')))
  const missing = named.filter(({ sn_code, key }) => sn_code === to && !has.has(key) && key !== '*')
  return [...new Set(missing.map(writePoint))]
}
