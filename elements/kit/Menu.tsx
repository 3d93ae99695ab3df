import { type ReactElement, useRef } from 'react'
import { PressResponder } from 'react-aria/private/interactions/PressResponder'
import { useMenuTrigger } from 'react-aria/useMenu'
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { useSheet } from '../context/element-context.ts'
import type { IconName } from './icons.ts'
import sheet from './list.css?sheet'
import { Later, laterPart } from './overlay/later.tsx'
import popoverSheet from './popover.css?sheet'

/** Of every menu, also of one that has no trigger. */
export const menuPanel = laterPart(() => import('./overlay/MenuPanel.tsx').then((chunk) => chunk.MenuPanel))

export interface MenuEntry {
  id: string
  label: string
  icon?: IconName
  /** Behind the label: a shortcut, the current choice. */
  note?: string
  isDanger?: boolean
  isDisabled?: boolean
  /** Where the user is already. */
  isCurrent?: boolean
  /** With this, the entry is a choice that is on or off. */
  isChecked?: boolean
  /** It leaves the menu open. */
  isKeptOpen?: boolean
  onAction: () => void
}

export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'

interface MenuProps {
  /** A `Button` or `IconButton`. */
  children: ReactElement
  label: string
  /** `'line'` draws a line between groups. */
  entries: readonly (MenuEntry | 'line')[]
  placement?: MenuPlacement
  /** A choice leaves it open: where one makes several in a row. */
  isKeptOpen?: boolean
}

/** Its list is fetched when it is first opened. */
export function Menu({ children, label, entries, placement = 'bottom end', isKeptOpen = false }: MenuProps) {
  useSheet(popoverSheet)
  useSheet(sheet)
  const trigger = useRef<HTMLButtonElement>(null)
  const state = useMenuTriggerState({})
  const { menuTriggerProps, menuProps } = useMenuTrigger<object>({}, state, trigger)
  return (
    <>
      <PressResponder {...menuTriggerProps} ref={trigger} isPressed={state.isOpen}>
        {children}
      </PressResponder>
      <Later
        part={menuPanel}
        isOpen={state.isOpen}
        props={{ state, trigger, menuProps, label, entries, placement, isKeptOpen }}
      />
    </>
  )
}
