import { useText } from '../../../define/index.ts'
import { Select } from '../../../kit/Select.tsx'
import { kindOf } from '../../controls/kinds.ts'
import { PointInput } from '../binding/PointInput.tsx'
import { useEditor, useEditorState } from '../editor-context.ts'
import { PropertyRow, Section } from './PropertyRow.tsx'
import { TextInput } from './TextInput.tsx'
import { text } from './text.ts'

type AlarmOf = 'bound' | 'device' | 'point' | 'none'
const alarmMode = (alarm_of: string | null): AlarmOf =>
  alarm_of === null ? 'none' : alarm_of === '' ? 'bound' : /(^|\.)\*$/.test(alarm_of) ? 'device' : 'point'

/** What it is called, where it belongs, who may use it, whose alarm it shows. */
export function GeneralSection() {
  const t = useText(text)
  const { editor, drawn, isReadOnly, template } = useEditor()
  const layers = useEditorState((state) => state.document.layers)
  const [name, tooltip] = [editor.readField('name'), editor.readField('tooltip')]
  const alarm = editor.readField('alarm_of')
  const layer_ids = new Set(editor.state().selection.flatMap((id) => editor.control(id)?.layer_id ?? []))
  // Of the points of a pipe no alarm is drawn unless one is named: offering it would change nothing.
  const isUnmarked = editor.state().selection.some((id) => kindOf(editor.control(id)?.kind ?? '')?.isUnmarked)
  const own = alarm.isMixed ? null : alarmMode(alarm.value)
  const mode = own === 'bound' && isUnmarked ? 'none' : own
  return (
    <Section title={t.general}>
      <PropertyRow label={t.name}>
        <TextInput
          label={t.name}
          isMixed={name.isMixed}
          value={name.isMixed ? '' : name.value}
          maxLength={64}
          isDisabled={isReadOnly}
          onChange={(value) => void editor.commands.set('name', value)}
        />
      </PropertyRow>
      <PropertyRow label={t.layer}>
        <Select
          label={t.layer}
          isLabelHidden
          isDisabled={isReadOnly}
          placeholder={t.mixed}
          options={layers.map(({ layer_id, name: own }) => ({ id: layer_id, label: own || t.mainLayer }))}
          value={layer_ids.size === 1 ? ([...layer_ids][0] ?? null) : null}
          onChange={(layer_id) => void editor.commands.toLayer(layer_id)}
        />
      </PropertyRow>
      <PropertyRow label={t.tooltip}>
        <TextInput
          label={t.tooltip}
          isMixed={tooltip.isMixed}
          value={tooltip.isMixed ? '' : tooltip.value}
          maxLength={200}
          isDisabled={isReadOnly}
          onChange={(value) => void editor.commands.set('tooltip', value)}
        />
      </PropertyRow>
      <PropertyRow label={t.alarm}>
        <Select<AlarmOf>
          label={t.alarm}
          isLabelHidden
          isDisabled={isReadOnly}
          placeholder={t.mixed}
          options={[
            ...(isUnmarked ? [] : [{ id: 'bound' as const, label: t.alarmBound }]),
            { id: 'point', label: t.alarmPoint },
            { id: 'device', label: t.alarmDevice },
            { id: 'none', label: t.alarmNone },
          ]}
          value={mode}
          onChange={(next) => {
            const [first] = editor.state().selection.flatMap((id) => Object.values(editor.control(id)?.bindings ?? {}))
            const alarm_of = {
              none: null,
              bound: '',
              device: '*',
              point: (first?.expression ?? template?.points[0]?.key ?? '').slice(0, 96),
            }[next]
            editor.commands.set('alarm_of', alarm_of)
          }}
        />
        {mode === 'point' && !alarm.isMixed && (
          <PointInput
            label={t.alarmOf}
            value={alarm.value ?? ''}
            isDisabled={isReadOnly}
            onChange={(point) => void editor.commands.set('alarm_of', point)}
          />
        )}
      </PropertyRow>
      {drawn.template_id !== null && (
        <PropertyRow label={t.item} help={t.itemHelp}>
          <ItemInput />
        </PropertyRow>
      )}
    </Section>
  )
}

function ItemInput() {
  const t = useText(text)
  const { editor, isReadOnly } = useEditor()
  const item = editor.readField('item_id')
  return (
    <ItemSelect
      label={t.item}
      value={item.isMixed ? undefined : item.value}
      isMixed={item.isMixed}
      isDisabled={isReadOnly}
      onChange={(item_id) => void editor.commands.set('item_id', item_id)}
    />
  )
}

interface ItemSelectProps {
  label: string
  isLabelShown?: boolean
  value: number | undefined
  isMixed?: boolean
  isDisabled: boolean
  onChange: (item_id: number | undefined) => void
}
const NO_ITEM = '-'

/** A permission item of the template. */
export function ItemSelect({ label, isLabelShown = false, value, isMixed, isDisabled, onChange }: ItemSelectProps) {
  const t = useText(text)
  const { template } = useEditor()
  const items = template?.items ?? []
  const isKnown = value === undefined || items.some(({ item_id }) => item_id === value)
  return (
    <Select
      label={label}
      isLabelHidden={!isLabelShown}
      isDisabled={isDisabled}
      placeholder={t.mixed}
      options={[
        { id: NO_ITEM, label: t.noItem },
        ...items.map(({ item_id, item_name }) => ({ id: String(item_id), label: item_name })),
        ...(isKnown ? [] : [{ id: String(value), label: t.unknownItem({ id: value ?? 0 }) }]),
      ]}
      value={isMixed ? null : value === undefined ? NO_ITEM : String(value)}
      onChange={(id) => onChange(id === NO_ITEM ? undefined : Number(id))}
    />
  )
}
