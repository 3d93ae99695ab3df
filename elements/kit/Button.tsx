import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useSheet } from '../context/element-context.ts'
import sheet from './button.css?sheet'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Tipped } from './overlay/Tipped.tsx'

interface ButtonProps {
  /** `primary` at most once or twice a screen; `danger` names what is lost; `plain` has no surface. */
  look?: 'primary' | 'secondary' | 'plain' | 'danger'
  icon?: IconName
  onPress?: () => void
  isDisabled?: boolean
  /** Busy: keeps its width and its focus, and does not act. */
  isPending?: boolean
  type?: 'button' | 'submit'
  /** The id of the form that it submits from outside of it. */
  form?: string
  isAutoFocus?: boolean
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({ look = 'secondary', icon, isAutoFocus, children, ...rest }: ButtonProps) {
  useSheet(sheet)
  return (
    <AriaButton {...rest} {...(isAutoFocus ? { autoFocus: true } : {})} className={`button button-${look}`}>
      {icon && <Icon name={icon} />}
      <span className="button-label">{children}</span>
    </AriaButton>
  )
}

/** How a column of icons shows their names. */
export const COLUMN_TIP = { delayMs: 150, placement: 'end' } as const

interface IconButtonProps {
  icon: IconName
  /** Its accessible name, and its tooltip. */
  label: string
  onPress?: () => void
  isDisabled?: boolean
  /** With this, the button is a toggle. */
  isPressed?: boolean
  /** In a column of icons, whose names are read one after the other: shown sooner, and beside it. */
  isInColumn?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** Hover or focus for the name; inside a `Menu` or `Popover` it is the trigger. */
export function IconButton({ icon, label, isPressed, isInColumn = false, ...rest }: IconButtonProps) {
  useSheet(sheet)
  return (
    <Tipped text={label} {...(isInColumn ? COLUMN_TIP : { delayMs: 500 })}>
      <AriaButton
        {...rest}
        className="button button-plain button-icon"
        aria-label={label}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      >
        <Icon name={icon} />
      </AriaButton>
    </Tipped>
  )
}
