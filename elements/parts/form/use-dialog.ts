import { useState } from 'react'

/** A dialog about something, which it still names while it closes. */
export function useDialog<About>() {
  const [{ dialogState, isOpen, round }, setState] = useState<{
    dialogState: About | null
    isOpen: boolean
    round: number
  }>({ dialogState: null, isOpen: false, round: 0 })
  return {
    open: (about: About) => setState((before) => ({ dialogState: about, isOpen: true, round: before.round + 1 })),
    close: () => setState((before) => ({ ...before, isOpen: false })),
    /** What it was opened about last; null until then. */
    dialogState,
    isOpen,
    /** Another for each opening: as the key of a form that begins anew. */
    round,
  }
}
