import type { RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'

export interface BubbleProps {
  state: TooltipTriggerState
  trigger: RefObject<Element | null>
  /** What the trigger's `aria-describedby` names. */
  id: string | undefined
  text: string
  placement: 'top' | 'end'
}

export function Bubble({ state, trigger, id, text, placement }: BubbleProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip className="tooltip" offset={4} placement={placement} triggerRef={trigger} {...(id && { id })}>
        {text}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
