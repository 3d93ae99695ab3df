import type { ReactNode, SyntheticEvent } from 'react'

const keep = (event: SyntheticEvent) => event.stopPropagation()

/** Around a control in a row that opens on a press: presses and keys, also of what the control opens, stay its own. */
export function RowAction({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps events in, there is nothing to press
    <span className="row-action" onClick={keep} onKeyDown={keep}>
      {children}
    </span>
  )
}
