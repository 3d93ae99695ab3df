import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../../../define/index.ts'
import { FieldFrame } from '../../../kit/Field.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { boundsFault, numberFrom, shownNumber, stepped } from './faults.ts'
import { text } from './text.ts'

export interface NumberInputProps {
  label: string
  /** Null where it is left empty. */
  value: number | null
  isMixed?: boolean
  isInteger?: boolean
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  unit?: string | undefined
  /** May be left empty. */
  isNullable?: boolean
  /** What a field that was cleared becomes. */
  cleared?: number
  placeholder?: string
  isDisabled?: boolean
  /** Without the two buttons, where there is little room: arrow keys step as well. */
  isSmall?: boolean
  /** What else is wrong with a number. */
  fault?: (value: number | null) => string | null
  onChange: (value: number | null) => void
}

/** A number that is taken as it is typed; what cannot be taken stays in the field, with the reason below. */
export function NumberInput(props: NumberInputProps) {
  const { label, value, isMixed = false, isInteger = false, min, max, step = 1, unit, isNullable = false } = props
  const t = useText(text)
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const shown = typed ?? (isMixed || value === null ? '' : shownNumber(value))

  const faultOf = (next: number | null) =>
    boundsFault(
      { type: isInteger ? 'integer' : 'number', min, max, isNullable, isOptional: false } as never,
      next,
      t,
    ) ??
    props.fault?.(next) ??
    null
  function take(next: number | null): boolean {
    const fault = faultOf(next)
    setError(fault)
    if (fault === null) props.onChange(next)
    return fault === null
  }
  function type(entered: string) {
    setTyped(entered)
    if (entered.trim() === '') {
      if (isNullable) take(null)
      else if (props.cleared !== undefined) take(props.cleared)
      else setError(isMixed ? null : t.needed)
      return
    }
    const number = numberFrom(entered)
    if (number === null) setError(t.notNumber)
    else take(number)
  }
  function stepBy(count: number) {
    if (props.isDisabled) return
    const from = (typed === null ? null : numberFrom(typed)) ?? value ?? 0
    const next = stepped(from, count * step, { ...(min !== undefined && { min }), ...(max !== undefined && { max }) })
    setTyped(null)
    if (!take(next)) setTyped(shownNumber(next))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (way !== 0) {
      event.preventDefault()
      stepBy(way * (event.shiftKey ? 10 : 1))
    } else if (event.key === 'Enter' && error === null) setTyped(null)
    else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation()
      setTyped(null)
      setError(null)
    }
  }
  const isWrong = error !== null
  return (
    <div className="field" data-invalid={isWrong || undefined} data-disabled={props.isDisabled || undefined}>
      <FieldFrame
        label={label}
        isLabelHidden
        error={error ?? undefined}
        describedBy={`${id}-help`}
        labelFor={{ htmlFor: id }}
      >
        <div className="field-box number-box" data-small={props.isSmall || undefined}>
          <input
            id={id}
            className="field-input"
            inputMode="decimal"
            autoComplete="off"
            role="spinbutton"
            aria-valuenow={value ?? undefined}
            aria-valuemin={min}
            aria-valuemax={max}
            aria-describedby={`${id}-help`}
            aria-invalid={isWrong || undefined}
            value={shown}
            placeholder={isMixed ? t.mixed : (props.placeholder ?? '')}
            disabled={props.isDisabled}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onFocus={(event) => event.target.select()}
            onBlur={() => !isWrong && setTyped(null)}
          />
          {unit && <span className="field-unit">{unit}</span>}
          {!props.isSmall && (
            <span className="number-steps">
              <button type="button" tabIndex={-1} aria-label={t.more({ name: label })} onClick={() => stepBy(1)}>
                <Icon name="chevron-up" size={12} />
              </button>
              <button type="button" tabIndex={-1} aria-label={t.less({ name: label })} onClick={() => stepBy(-1)}>
                <Icon name="chevron-down" size={12} />
              </button>
            </span>
          )}
        </div>
      </FieldFrame>
    </div>
  )
}
