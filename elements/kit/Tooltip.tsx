import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components'
import { useSheet } from '../define/element-context.ts'
import sheet from './tooltip.css?sheet'

interface TooltipProps {
  /** More of what is seen, never the only place where something is said. */
  text: string
  /** Shown in place; reached with Tab so that the keyboard finds the tooltip. */
  children: ReactNode
}

/** A tooltip for text that is no button; `IconButton` has its own. */
export function Tooltip({ text, children }: TooltipProps) {
  useSheet(sheet)
  return (
    <TooltipTrigger delay={400} closeDelay={0}>
      <Focusable>
        <span role="note" className="tooltip-anchor">
          {children}
        </span>
      </Focusable>
      <AriaTooltip className="tooltip" offset={4}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
