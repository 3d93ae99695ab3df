import { NumberParser } from '@internationalized/number'
import { useId } from 'react'
import { NumberField as AriaNumberField, Button, Group, Input, useLocale } from 'react-aria-components'
import { FieldFrame, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'

interface NumberFieldProps extends FieldProps {
  /** Null while the field is empty. */
  value?: number | null
  onChange?: (value: number | null) => void
  onBlur?: () => void
  /** While it is typed, before it is taken over; null for what is no number. */
  onType?: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  /** Digits behind the point; any up to 10 without. */
  decimals?: number
  /** Shown behind the number. */
  unit?: string
  isAutoFocus?: boolean
}

/** Reads the number as the element's language writes it; arrow keys step. */
export function NumberField({
  label,
  isLabelHidden,
  help,
  error,
  value,
  onChange,
  min,
  max,
  decimals,
  unit,
  isAutoFocus,
  onType,
  ...rest
}: NumberFieldProps) {
  const describedBy = useId()
  const { locale } = useLocale()
  const typed = (text: string) => {
    const number = new NumberParser(locale, {}).parse(text)
    onType?.(Number.isNaN(number) ? null : number)
  }
  return (
    <AriaNumberField
      {...rest}
      {...(value === undefined ? {} : { value: value ?? Number.NaN })}
      {...(isAutoFocus ? { autoFocus: true } : {})}
      onChange={(number) => onChange?.(Number.isNaN(number) ? null : number)}
      minValue={min}
      maxValue={max}
      formatOptions={{ minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 10 }}
      className="field"
      aria-describedby={describedBy}
      isInvalid={Boolean(error)}
    >
      <FieldFrame label={label} isLabelHidden={isLabelHidden} help={help} error={error} describedBy={describedBy}>
        <Group className="field-box">
          <Input className="field-input" onInput={onType && ((event) => typed(event.currentTarget.value))} />
          {unit && <span className="field-unit">{unit}</span>}
          <Button slot="decrement" className="field-step">
            <Icon name="minus" />
          </Button>
          <Button slot="increment" className="field-step">
            <Icon name="plus" />
          </Button>
        </Group>
      </FieldFrame>
    </AriaNumberField>
  )
}
