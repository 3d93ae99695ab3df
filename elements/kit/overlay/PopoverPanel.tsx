import type { ReactNode, RefObject } from 'react'
import { Dialog, OverlayTriggerStateContext, Popover, RootMenuTriggerStateContext } from 'react-aria-components'
import type { RootMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { useElement } from '../../context/element-context.ts'
import type { MenuPlacement } from '../Menu.tsx'
import { OverlayLayer } from '../OverlayLayer.tsx'

interface PopoverPanelProps {
  state: RootMenuTriggerState
  trigger: RefObject<Element | null>
  /** What the trigger's `aria-controls` names. */
  id: string | undefined
  label: string
  placement: MenuPlacement
  children: ReactNode | ((close: () => void) => ReactNode)
}

export function PopoverPanel({ state, trigger, id, label, placement, children }: PopoverPanelProps) {
  const { locale } = useElement()
  return (
    <OverlayTriggerStateContext value={state}>
      <RootMenuTriggerStateContext value={state}>
        <Popover className="popover" trigger="DialogTrigger" triggerRef={trigger} placement={placement} offset={4}>
          <OverlayLayer>
            <Dialog className="popover-body" aria-label={label} lang={locale} {...(id && { id })}>
              {({ close }) => (typeof children === 'function' ? children(close) : children)}
            </Dialog>
          </OverlayLayer>
        </Popover>
      </RootMenuTriggerStateContext>
    </OverlayTriggerStateContext>
  )
}
