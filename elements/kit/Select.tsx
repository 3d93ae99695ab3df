import { type ReactNode, useId, useRef } from 'react'
import { PressResponder } from 'react-aria/private/interactions/PressResponder'
import { useMenuTrigger } from 'react-aria/useMenu'
import { Button } from 'react-aria-components'
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { words } from '../../core/text/words.ts'
import { useElement, useSheet, useText } from '../context/element-context.ts'
import { FieldFrame, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import sheet from './list.css?sheet'
import { Later, laterPart } from './overlay/later.tsx'
import popoverSheet from './popover.css?sheet'

const panel = laterPart(() => import('./overlay/OptionsPanel.tsx').then((chunk) => chunk.OptionsPanel))

export interface Option<Id extends string = string> {
  id: Id
  label: string
  /** Smaller, behind the label: a unit, a model. */
  note?: string
  icon?: IconName
  isDisabled?: boolean
}

interface SelectProps<Id extends string> extends FieldProps {
  options: readonly Option<Id>[]
  value: Id | null
  onChange: (id: Id) => void
  placeholder?: string
  /** With a field that narrows the options: for more than about ten. */
  isSearchable?: boolean
  isAutoFocus?: boolean
}

export function Select<Id extends string>({
  options,
  value,
  onChange,
  placeholder,
  isSearchable,
  ...rest
}: SelectProps<Id>) {
  const { none } = useText(words)
  const chosen = options.find((option) => option.id === value)
  return (
    <Chooser
      {...rest}
      options={options}
      chosen={chosen ? [chosen.id] : []}
      onChoose={([id]) => onChange(id as Id)}
      isMultiple={false}
      isSearchable={isSearchable ?? false}
      isPlaceholder={!chosen}
      shown={
        chosen ? (
          <>
            {chosen.icon && <Icon name={chosen.icon} />}
            {chosen.label}
          </>
        ) : (
          (placeholder ?? none)
        )
      }
    />
  )
}

interface MultiSelectProps<Id extends string> extends FieldProps {
  options: readonly Option<Id>[]
  value: readonly Id[]
  onChange: (ids: Id[]) => void
  placeholder?: string
  /** No more can be chosen beyond so many. */
  atMost?: number
}

/** Several of many, with a search above the options: points for a curve. */
export function MultiSelect<Id extends string>({
  options,
  value,
  onChange,
  atMost,
  placeholder,
  ...rest
}: MultiSelectProps<Id>) {
  const { none, selected } = useText(words)
  const { locale } = useElement()
  const isFull = atMost !== undefined && value.length >= atMost
  const labels = options.filter(({ id }) => value.includes(id)).map(({ label }) => label)
  return (
    <Chooser
      {...rest}
      options={isFull ? options.map((row) => (value.includes(row.id) ? row : { ...row, isDisabled: true })) : options}
      chosen={value}
      onChoose={(ids) => onChange(ids as Id[])}
      isMultiple
      isSearchable
      isPlaceholder={labels.length === 0}
      shown={
        labels.length === 0
          ? (placeholder ?? none)
          : labels.length > 2
            ? selected({ count: labels.length })
            : new Intl.ListFormat(locale).format(labels)
      }
    />
  )
}

interface ChooserProps extends FieldProps {
  options: readonly Option[]
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  isMultiple: boolean
  isSearchable: boolean
  isPlaceholder: boolean
  isAutoFocus?: boolean | undefined
  shown: ReactNode
}

/** A button that says what is chosen; the options are fetched when it is first opened. */
function Chooser({ label, isLabelHidden, help, error, isDisabled = false, isRequired, name, ...rest }: ChooserProps) {
  useSheet(popoverSheet)
  useSheet(sheet)
  const { shown, isPlaceholder, isAutoFocus = false, ...choice } = rest
  const id = useId()
  const labelId = `${id}-label`
  const valueId = `${id}-value`
  const trigger = useRef<HTMLButtonElement>(null)
  const state = useMenuTriggerState({})
  const { menuTriggerProps, menuProps } = useMenuTrigger<object>({ type: 'listbox', isDisabled }, state, trigger)
  const { id: buttonId = id, ...press } = menuTriggerProps
  return (
    <div
      className="field"
      data-disabled={isDisabled || undefined}
      data-invalid={error ? true : undefined}
      data-required={isRequired || undefined}
    >
      <FieldFrame
        label={label}
        isLabelHidden={isLabelHidden}
        help={help}
        error={error}
        describedBy={`${id}-help`}
        labelFor={{ id: labelId, htmlFor: buttonId }}
      >
        <PressResponder {...press} ref={trigger} isPressed={state.isOpen}>
          <Button
            id={buttonId}
            className="field-box select-button"
            aria-labelledby={`${valueId} ${labelId}`}
            aria-describedby={`${id}-help`}
            isDisabled={isDisabled}
            autoFocus={isAutoFocus}
          >
            <span id={valueId} className="select-value" data-placeholder={isPlaceholder || undefined}>
              {shown}
            </span>
            <Icon name="chevron-down" />
          </Button>
        </PressResponder>
      </FieldFrame>
      {name && choice.chosen.map((value) => <input key={value} type="hidden" name={name} value={value} />)}
      <Later part={panel} isOpen={state.isOpen} props={{ ...choice, state, trigger, id: menuProps.id, labelId }} />
    </div>
  )
}
