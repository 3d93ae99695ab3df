import type { ReactElement, ReactNode } from 'react'
import { Popover as AriaPopover, Dialog, DialogTrigger } from 'react-aria-components'
import { useElement, useSheet } from '../define/element-context.ts'
import { OverlayLayer } from './OverlayLayer.tsx'
import sheet from './popover.css?sheet'

interface PopoverProps {
  /** A `Button` or `IconButton`. */
  trigger: ReactElement
  label: string
  /** With a function, it can close itself. */
  children: ReactNode | ((close: () => void) => ReactNode)
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A small panel beside its trigger, closed by Escape or a press outside. */
export function Popover({ trigger, label, children, placement = 'bottom start', ...open }: PopoverProps) {
  useSheet(sheet)
  const { locale } = useElement()
  return (
    <DialogTrigger {...open}>
      {trigger}
      <AriaPopover className="popover" placement={placement} offset={4}>
        <OverlayLayer>
          <Dialog className="popover-body" aria-label={label} lang={locale}>
            {({ close }) => (typeof children === 'function' ? children(close) : children)}
          </Dialog>
        </OverlayLayer>
      </AriaPopover>
    </DialogTrigger>
  )
}
