import type { RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'

export interface BubbleProps {
  state: TooltipTriggerState
  trigger: RefObject<Element | null>
  /** What the trigger's `aria-describedby` names. */
  id: string | undefined
  text: string
}

export function Bubble({ state, trigger, id, text }: BubbleProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip className="tooltip" offset={4} triggerRef={trigger} {...(id && { id })}>
        {text}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
