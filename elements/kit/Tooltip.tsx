import type { ComponentProps, ReactNode } from 'react'
import { Focusable } from 'react-aria-components'
import { COLUMN_TIP } from './Button.tsx'
import { Tipped } from './overlay/Tipped.tsx'

interface TooltipProps {
  /** More of what is seen, never the only place where something is said. */
  text: string
  /** Shown in place; reached with Tab so that the keyboard finds the tooltip. */
  children: ReactNode
}

/** A tooltip for text that is no button; `IconButton` has its own. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Tipped text={text} delayMs={400}>
      <Focusable>
        <span role="note" className="tooltip-anchor">
          {children}
        </span>
      </Focusable>
    </Tipped>
  )
}

/** The name of a link that shows an icon alone, in a column of them. */
export function LinkTooltip({
  text,
  children,
}: Omit<TooltipProps, 'children'> & Pick<ComponentProps<typeof Focusable>, 'children'>) {
  return (
    <Tipped text={text} {...COLUMN_TIP}>
      <Focusable>{children}</Focusable>
    </Tipped>
  )
}
