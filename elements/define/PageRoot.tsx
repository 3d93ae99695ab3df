import '../kit/shadow-controls.ts'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../core/connection/connection.ts'
import { ElementContext } from '../context/element-context.ts'
import { showTheme, timeZoneOf } from '../context/language.ts'
import { Boundary } from '../kit/Boundary.tsx'
import { ControlsProvider } from '../kit/ControlsProvider.tsx'
import { ElementCore } from './element-core.ts'

interface PageRootProps {
  /** The page's language as BCP 47, also set on `<html lang>`, where the elements find it. */
  locale: string
  theme: 'light' | 'dark' | 'hp' | 'auto'
  density?: 'compact' | 'comfortable' | 'touch'
  /** The tenant's, an IANA name; set on `<html time-zone>`, where the elements find it. */
  timeZone?: string
  connection: Connection | null
  children: ReactNode
}

/** Lets a React page of ours use the kit outside of any element: the console's frame. */
export function PageRoot({ locale, theme, density, timeZone, connection, children }: PageRootProps) {
  const [core] = useState(() => {
    const created = new ElementCore(document.body, document, [])
    // Before the first paint, which would be in another language for a moment.
    created.setLocale(locale)
    created.setConnection(connection)
    return created
  })
  const { environment } = useSyncExternalStore(core.subscribe, core.read)
  useEffect(() => {
    document.documentElement.lang = locale
    core.setLocale(locale)
  }, [core, locale])
  useEffect(() => {
    const { body } = document
    body.classList.add('sg-page')
    // For the elements in the page, and for its own tokens.
    body.setAttribute('theme', theme)
    showTheme(body)
    if (density) body.setAttribute('density', density)
    else body.removeAttribute('density')
  }, [theme, density])
  useEffect(() => {
    const page = document.documentElement
    if (timeZone) page.setAttribute('time-zone', timeZone)
    else page.removeAttribute('time-zone')
    core.setTimeZone(timeZoneOf(page))
  }, [core, timeZone])
  useEffect(() => {
    core.setConnection(connection)
    core.startWaiting()
  }, [core, connection])
  return (
    <ElementContext value={environment}>
      <ControlsProvider locale={environment.locale} portal={environment.portal}>
        <div className="sg-root" lang={environment.locale}>
          <Boundary environment={environment}>
            <Suspense>{children}</Suspense>
          </Boundary>
        </div>
      </ControlsProvider>
    </ElementContext>
  )
}
