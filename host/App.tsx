import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { Router } from 'wouter'
import { PageRoot, useElement } from '../elements/define/index.ts'
import { Toasts } from '../elements/kit/Toasts.tsx'
import { basePath, type Console } from './console.ts'
import { Leaving } from './Leaving.tsx'
import { NetworkPrompt } from './NetworkPrompt.tsx'
import { $lang, $theme, localeOf } from './preferences.ts'
import { Pages } from './router.tsx'
import { SessionPrompt } from './SessionPrompt.tsx'
import { useBrand } from './use-brand.ts'
import { ConsoleContext, useConsole } from './use-console.ts'

// Not needed for the first look: its list comes after the page.
const Shortcuts = lazy(() => import('./Shortcuts.tsx').then(({ Shortcuts }) => ({ default: Shortcuts })))

/** The console: its page, what is above all pages, and what every page may ask for. */
export function App({ shared }: { shared: Console }) {
  const lang = useStore($lang)
  const theme = useStore($theme)
  useBrand(shared)
  return (
    <PageRoot locale={localeOf(lang)} theme={theme} connection={shared.connection}>
      <ConsoleContext value={shared}>
        <Router base={basePath()}>
          <Pages />
          <SessionPrompt />
          <Leaving />
        </Router>
        <ConnectionToasts />
        <NetworkPrompt />
        <Suspense>
          <Shortcuts />
        </Suspense>
      </ConsoleContext>
    </PageRoot>
  )
}

/** Refusals and successes that any element of the connection reports. */
function ConnectionToasts() {
  const { toasts } = useConsole().connection
  const { lang } = useElement()
  const shown = useStore(toasts.$toasts)
  return (
    <Toasts
      toasts={shown.map(({ id, type, message, code, durationMs }) => ({
        id: String(id),
        type,
        text: message[lang],
        durationMs,
        ...(code !== undefined && { code }),
      }))}
      onDismiss={(id) => toasts.dismiss(Number(id))}
    />
  )
}
