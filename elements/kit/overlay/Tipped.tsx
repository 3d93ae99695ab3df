import { type ReactNode, useRef } from 'react'
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable'
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import { useSheet } from '../../context/element-context.ts'
import sheet from '../tooltip.css?sheet'
import type { BubbleProps } from './Bubble.tsx'
import { Later, laterPart } from './later.tsx'

// A bubble that cannot be fetched only adds to what is named already: it must not take the view with it.
const bubble = laterPart<BubbleProps>(() =>
  import('./Bubble.tsx').then(
    (chunk) => chunk.Bubble,
    () => () => null,
  ),
)

interface TippedProps {
  text: string
  delayMs: number
  placement?: BubbleProps['placement']
  /** Something that takes the focus, of the control library. */
  children: ReactNode
}

/** Gives a control its tooltip; what places it is fetched with the first that is shown. */
export function Tipped({ text, delayMs, placement = 'top', children }: TippedProps) {
  useSheet(sheet)
  const trigger = useRef<HTMLButtonElement>(null)
  const state = useTooltipTriggerState({ delay: delayMs, closeDelay: 0 })
  const { triggerProps, tooltipProps } = useTooltipTrigger({}, state, trigger)
  return (
    <>
      <FocusableProvider {...triggerProps} ref={trigger}>
        {children}
      </FocusableProvider>
      <Later part={bubble} isOpen={state.isOpen} props={{ state, trigger, id: tooltipProps.id, text, placement }} />
    </>
  )
}
