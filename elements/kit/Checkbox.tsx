import type { ReactNode } from 'react'
import { CheckboxButton, CheckboxField, SwitchButton, SwitchField } from 'react-aria-components'
import { useSheet } from '../define/element-context.ts'
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
}

interface CheckboxProps extends ToggleProps {
  /** Some of what it stands for, neither all nor none. */
  isIndeterminate?: boolean
}

export function Checkbox({ children, label, isIndeterminate = false, ...rest }: CheckboxProps) {
  useSheet(sheet)
  return (
    <CheckboxField {...rest} isIndeterminate={isIndeterminate} className="toggle-field" {...named(label)}>
      <CheckboxButton className="toggle">
        {({ isSelected }) => (
          <>
            <span className="checkbox" aria-hidden>
              {isIndeterminate ? <Icon name="minus" size={12} /> : isSelected && <Icon name="check" size={12} />}
            </span>
            {children}
          </>
        )}
      </CheckboxButton>
    </CheckboxField>
  )
}

const named = (label: string | undefined) => (label ? { 'aria-label': label } : {})

/** Acts at once, without a save: on or off. */
export function Switch({ children, label, ...rest }: ToggleProps) {
  useSheet(sheet)
  return (
    <SwitchField {...rest} className="toggle-field" {...named(label)}>
      <SwitchButton className="toggle">
        <span className="switch" aria-hidden />
        {children}
      </SwitchButton>
    </SwitchField>
  )
}
