import { type ReactNode, useState } from 'react'
import { UNSAFE_PortalProvider } from 'react-aria/PortalProvider'

/**
 * Overlays opened inside a modal go into it: beside it they would be `inert`, because in a shadow root the control
 * library hides everything but the modal.
 */
export function OverlayLayer({ children }: { children: ReactNode }) {
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  return (
    <>
      <UNSAFE_PortalProvider getContainer={() => layer}>{children}</UNSAFE_PortalProvider>
      <div ref={setLayer} />
    </>
  )
}
