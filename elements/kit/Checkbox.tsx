import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSheet } from '../context/element-context.ts'
import { Icon } from './Icon.tsx'
import sheet from './toggle.css?sheet'

interface ToggleProps {
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
  name?: string
  /** The words beside it; where a column's heading says it already, give `label` instead. */
  children?: ReactNode
  label?: string
  isAutoFocus?: boolean
}

interface CheckboxProps extends ToggleProps {
  /** Some of what it stands for, neither all nor none. */
  isIndeterminate?: boolean
}

export function Checkbox({ isIndeterminate = false, ...rest }: CheckboxProps) {
  return (
    <Toggle
      {...rest}
      isIndeterminate={isIndeterminate}
      shape={
        <span className="checkbox" aria-hidden>
          {isIndeterminate ? <Icon name="minus" size={12} /> : rest.isSelected && <Icon name="check" size={12} />}
        </span>
      }
    />
  )
}

/** Acts at once, without a save: on or off. */
export function Switch(props: ToggleProps) {
  return <Toggle {...props} role="switch" shape={<span className="switch" aria-hidden />} />
}

interface Drawn extends CheckboxProps {
  role?: 'switch'
  shape: ReactNode
}

/** The browser's own checkbox under our shape: in every table's first load the control library's is 5 KB more. */
function Toggle({
  isSelected,
  isIndeterminate = false,
  isDisabled,
  onChange,
  name,
  label,
  role,
  isAutoFocus,
  shape,
  children,
}: Drawn) {
  useSheet(sheet)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (input.current) input.current.indeterminate = isIndeterminate
  })
  return (
    <label
      className="toggle"
      data-selected={isSelected || undefined}
      data-indeterminate={isIndeterminate || undefined}
      data-disabled={isDisabled || undefined}
    >
      <input
        ref={input}
        type="checkbox"
        className="sg-hidden-visually"
        role={role}
        name={name}
        aria-label={label}
        checked={isSelected}
        disabled={isDisabled}
        {...(isAutoFocus ? { autoFocus: true } : {})}
        onChange={(event) => {
          // A press takes it away, also where nobody answers the press.
          event.target.indeterminate = isIndeterminate
          onChange(event.target.checked)
        }}
      />
      {shape}
      {children}
    </label>
  )
}
