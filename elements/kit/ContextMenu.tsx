import { useRef } from 'react'
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { useElement, useSheet } from '../context/element-context.ts'
import sheet from './list.css?sheet'
import { type MenuEntry, menuPanel } from './Menu.tsx'
import { Later } from './overlay/later.tsx'
import popoverSheet from './popover.css?sheet'

/** Px of the window. */
export interface Spot {
  readonly x: number
  readonly y: number
}

interface ContextMenuProps {
  label: string
  /** `'line'` draws a line between groups. */
  entries: readonly (MenuEntry | 'line')[]
  spot: Spot
  onClose: () => void
}

/** A menu at the pointer, open as long as it is drawn. The focus goes into it, and back to where it was. */
export function ContextMenu({ label, entries, spot, onClose }: ContextMenuProps) {
  useSheet(popoverSheet)
  useSheet(sheet)
  const trigger = useRef<Element | null>(useElement().host)
  const state = useMenuTriggerState({ isOpen: true, onOpenChange: (isOpen) => !isOpen && onClose() })
  return (
    <Later
      part={menuPanel}
      isOpen
      props={{
        state,
        trigger,
        menuProps: { autoFocus: 'first', onClose: state.close },
        label,
        entries,
        placement: 'bottom start',
        isKeptOpen: false,
        spot,
      }}
    />
  )
}
