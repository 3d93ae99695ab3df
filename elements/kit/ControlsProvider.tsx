import type { ReactNode } from 'react'
import { UNSAFE_PortalProvider } from 'react-aria/PortalProvider'
import { I18nProvider } from 'react-aria-components'

interface ControlsProviderProps {
  locale: string
  portal: () => HTMLElement
  children: ReactNode
}

/** Gives the controls their language and the place where their overlays go. */
export function ControlsProvider({ locale, portal, children }: ControlsProviderProps) {
  return (
    <I18nProvider locale={locale}>
      <UNSAFE_PortalProvider getContainer={portal}>{children}</UNSAFE_PortalProvider>
    </I18nProvider>
  )
}
