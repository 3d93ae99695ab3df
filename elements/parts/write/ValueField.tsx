import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Switch } from '../../kit/Checkbox.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { valueText, valueWithUnit } from '../point-text.ts'
import { stepOf } from './new-value.ts'
import { panelText } from './panel-text.ts'

interface ValueFieldProps {
  point: Point
  value: Value
  onChange: (value: Value) => void
  /** Undefined once what was typed is taken over, or is gone. */
  onType: (value: number | null | undefined) => void
  error: string | undefined
}

/** The control that fits the point: a switch, a choice, a number with its range, or a line of text. */
export function ValueField({ point, value, onChange, onType, error }: ValueFieldProps) {
  const format = useFormat()
  const t = useText(panelText)
  const { data_type, enum_text, write_min, write_max, decimals, unit } = point
  if (data_type === 'boolean') {
    return (
      <Switch isSelected={value === true} onChange={onChange} isAutoFocus>
        {valueText(value === true, point, format)}
      </Switch>
    )
  }
  if (data_type === 'enum' && enum_text) {
    const options = Object.keys(enum_text).map((id) => ({ id, label: valueText(Number(id), point, format) }))
    return (
      <Select
        label={t.newValue}
        options={options}
        value={value === null ? null : String(value)}
        onChange={(id) => onChange(Number(id))}
        error={error}
        isAutoFocus
      />
    )
  }
  if (data_type === 'string') {
    return <TextField label={t.newValue} value={String(value ?? '')} onChange={onChange} error={error} isAutoFocus />
  }
  const from = write_min === null ? null : valueWithUnit(write_min, point, format)
  const to = write_max === null ? null : valueWithUnit(write_max, point, format)
  const range =
    from !== null && to !== null
      ? t.range({ from, to })
      : from !== null
        ? t.atLeast({ from })
        : to !== null
          ? t.atMost({ to })
          : undefined
  return (
    <NumberField
      label={t.newValue}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
      onType={onType}
      onBlur={() => onType(undefined)}
      step={stepOf(decimals)}
      {...(decimals !== null && { decimals })}
      {...(unit !== null && { unit })}
      {...(range !== undefined && { help: range })}
      error={error && range ? `${error} · ${range}` : error}
      isAutoFocus
    />
  )
}
