import { LIMITS } from '../../../../core/catalogue/limits.ts'
import type { Value } from '../../../../core/contract/telemetry.ts'
import { useElement, useText } from '../../../define/index.ts'
import type { PropertyField } from '../../../kinds/property-fields.ts'
import { CHOSEN_GROUP } from '../../../kinds/property-schema.ts'
import { Checkbox } from '../../../kit/Checkbox.tsx'
import { Select } from '../../../kit/Select.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { ExpressionField } from '../binding/ExpressionField.tsx'
import { PointInput } from '../binding/PointInput.tsx'
import { DeviceSelect } from '../binding/PointList.tsx'
import { useEditorState } from '../editor-context.ts'
import { ColourInput } from './ColourInput.tsx'
import { GroupInput, TemplateInput } from './GroupInput.tsx'
import { NumberInput, type NumberInputProps } from './NumberInput.tsx'
import { PictureInput } from './PictureInput.tsx'
import { TextInput } from './TextInput.tsx'
import { text } from './text.ts'
import { useOfferedScreens } from './use-offered-screens.ts'
import { valueFrom, valueShown } from './value-text.ts'

export interface PropertyInputProps {
  field: PropertyField
  label: string
  value: unknown
  isMixed: boolean
  isDisabled: boolean
  choiceName: (name: string) => string
  fault: (value: unknown) => string | null
  onChange: (value: unknown) => void
}

/** The field that a property of one value is edited with. Lists are not among them. */
export function PropertyInput(props: PropertyInputProps) {
  const { field, label, value, isMixed, isDisabled, choiceName, fault, onChange } = props
  const t = useText(text)
  const common = { label, isMixed, isDisabled }
  const written = typeof value === 'string' ? value : ''
  switch (field.type) {
    case 'number':
    case 'integer':
      return <NumberInput {...common} {...numberOf(field)} value={numberIn(value)} fault={fault} onChange={onChange} />
    case 'text':
    case 'longtext':
    case 'address':
      return (
        <TextInput
          {...common}
          value={written}
          lines={field.type === 'longtext' ? 3 : 1}
          maxLength={field.maxLength}
          {...(field.type === 'address' && { placeholder: 'https://' })}
          fault={fault}
          onChange={onChange}
        />
      )
    case 'colour':
      return <ColourInput {...common} value={written} onChange={onChange} />
    case 'boolean':
      return (
        <Checkbox
          label={label}
          isSelected={!isMixed && value === true}
          isIndeterminate={isMixed}
          isDisabled={isDisabled}
          onChange={onChange}
        />
      )
    case 'choice':
      return (
        <Select
          label={label}
          isLabelHidden
          isDisabled={isDisabled}
          placeholder={isMixed ? t.mixed : ''}
          options={(field.choices ?? []).map(({ value: own, name }) => ({ id: String(own), label: choiceName(name) }))}
          value={isMixed ? null : String(value)}
          onChange={(id) => onChange(field.choices?.find((choice) => String(choice.value) === id)?.value)}
        />
      )
    case 'picture':
      return <PictureInput {...common} value={written} holds={field.path} onChange={onChange} />
    case 'point':
      return <PointInput {...common} mixedText={t.mixed} value={written} onChange={onChange} />
    case 'expression':
      return <ExpressionField {...common} isLabelHidden value={written} onChange={onChange} />
    case 'value':
      return (
        <TextInput
          {...common}
          value={valueShown(value as Value)}
          placeholder={t.noPicture}
          fault={(typed) => fault(valueFrom(typed))}
          onChange={(typed) => onChange(valueFrom(typed))}
        />
      )
    case 'screen':
      return <ScreenInput {...common} value={numberIn(value)} onChange={onChange} />
    case 'device':
      return <DeviceSelect {...common} isLabelHidden value={written} onChange={onChange} />
    case 'control':
      return <ControlInput {...common} value={written} onChange={onChange} />
    case 'group':
      return <GroupInput {...common} value={value} hasChosen={fault(CHOSEN_GROUP) === null} onChange={onChange} />
    case 'template':
      return <TemplateInput {...common} value={value} onChange={onChange} />
    case 'symbol':
      return <SymbolInput {...common} value={written} onChange={onChange} />
    default:
      return null
  }
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function numberOf({ path, type, min, max, step, unit, isNullable }: PropertyField): Partial<NumberInputProps> {
  return {
    min,
    max,
    step,
    unit,
    isNullable,
    isInteger: type === 'integer',
    // The specification's own rule: a period that was cleared is the shortest one.
    ...(path.endsWith('flickerFrequency') && { cleared: LIMITS.flickerMinS }),
  }
}

interface ScreenInputProps {
  label: string
  value: number | null
  isMixed?: boolean
  isDisabled?: boolean
  isNeeded?: boolean
  isLabelShown?: boolean
  error?: string | undefined
  onChange: (value: number | null) => void
}
const NO_SCREEN = '-'

/** A screen of the same template, or of the device that a control of a dashboard names. */
export function ScreenInput(props: ScreenInputProps) {
  const { label, value, isMixed = false, isDisabled = false, isNeeded = false, onChange } = props
  const t = useText(text)
  const screens = useOfferedScreens()
  const isKnown = value === null || screens.some(({ screen_id }) => screen_id === value)
  return (
    <Select
      label={label}
      isLabelHidden={!props.isLabelShown}
      isDisabled={isDisabled}
      error={props.error}
      placeholder={isMixed ? t.mixed : t.noScreen}
      options={[
        ...(isNeeded ? [] : [{ id: NO_SCREEN, label: t.noScreen }]),
        ...screens.map(({ screen_id, screen_name }) => ({ id: String(screen_id), label: screen_name })),
        ...(isKnown ? [] : [{ id: String(value), label: t.gone({ id: value ?? 0 }) }]),
      ]}
      value={isMixed ? null : value === null ? (isNeeded ? null : NO_SCREEN) : String(value)}
      onChange={(id) => onChange(id === NO_SCREEN ? null : Number(id))}
    />
  )
}

interface ControlInputProps {
  label: string
  value: string
  isMixed?: boolean
  isDisabled?: boolean
  isLabelShown?: boolean
  onChange: (control_id: string) => void
}

/** Another control of the document, the foremost first. */
export function ControlInput({ label, value, isMixed, isDisabled = false, isLabelShown, onChange }: ControlInputProps) {
  const t = useText(text)
  const { lang } = useElement()
  const controls = useEditorState((state) => state.document.controls)
  const isKnown = value === '' || controls.some(({ control_id }) => control_id === value)
  return (
    <Select
      label={label}
      isLabelHidden={!isLabelShown}
      isSearchable
      isDisabled={isDisabled}
      placeholder={isMixed ? t.mixed : t.noControl}
      options={[
        ...controls.toReversed().map(({ control_id, name, kind }) => ({
          id: control_id,
          label: name || `${namesOf(kind, lang).kind} ${control_id}`,
        })),
        ...(isKnown ? [] : [{ id: value, label: t.goneControl({ id: value }) }]),
      ]}
      value={isMixed || value === '' ? null : value}
      onChange={onChange}
    />
  )
}

function SymbolInput({
  label,
  value,
  isMixed,
  isDisabled,
  onChange,
}: Omit<ScreenInputProps, 'value' | 'onChange'> & {
  value: string
  onChange: (value: unknown) => void
}) {
  const t = useText(text)
  const symbols = useEditorState((state) => state.whole.symbols)
  return (
    <Select
      label={label}
      isLabelHidden
      isDisabled={isDisabled ?? false}
      placeholder={isMixed ? t.mixed : t.symbolNone}
      options={Object.entries(symbols).map(([id, { name }]) => ({ id, label: name || id }))}
      value={isMixed || value === '' ? null : value}
      onChange={onChange}
    />
  )
}
