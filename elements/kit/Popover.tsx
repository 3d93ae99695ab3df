import { type ReactElement, type ReactNode, useRef } from 'react'
import { PressResponder } from 'react-aria/private/interactions/PressResponder'
import { useOverlayTrigger } from 'react-aria/useOverlayTrigger'
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { useSheet } from '../context/element-context.ts'
import type { MenuPlacement } from './Menu.tsx'
import { Later, laterPart } from './overlay/later.tsx'
import sheet from './popover.css?sheet'

const panel = laterPart(() => import('./overlay/PopoverPanel.tsx').then((chunk) => chunk.PopoverPanel))

interface PopoverProps {
  /** A `Button` or `IconButton`. */
  trigger: ReactElement
  label: string
  /** With a function, it can close itself. */
  children: ReactNode | ((close: () => void) => ReactNode)
  placement?: MenuPlacement
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A small panel beside its trigger, closed by Escape or a press outside; fetched when it is first opened. */
export function Popover({ trigger, label, children, placement = 'bottom start', ...open }: PopoverProps) {
  useSheet(sheet)
  const button = useRef<HTMLButtonElement>(null)
  const state = useMenuTriggerState(open)
  const { triggerProps, overlayProps } = useOverlayTrigger({ type: 'dialog' }, state, button)
  return (
    <>
      <PressResponder {...triggerProps} ref={button} isPressed={state.isOpen}>
        {trigger}
      </PressResponder>
      <Later
        part={panel}
        isOpen={state.isOpen}
        props={{ state, trigger: button, id: overlayProps.id, label, placement, children }}
      />
    </>
  )
}
