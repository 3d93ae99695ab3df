import { useSearch } from 'wouter/use-browser-location'
import { useElement, useText } from '../../elements/define/index.ts'
import type { Matched } from '../match.ts'
import { text } from '../text.ts'
import { Login } from './Login.tsx'
import { NotBuilt } from './NotBuilt.tsx'
import { PlainPage } from './PlainPage.tsx'
import { Refusal } from './Refusal.tsx'

/** The pages outside the console's frame. */
export function PublicPage({ route }: Matched) {
  const { lang } = useElement()
  const t = useText(text)
  const search = useSearch()
  if (!route.built) {
    return (
      <PlainPage title={route.title[lang]}>
        <NotBuilt route={route} />
      </PlainPage>
    )
  }
  if (route.path === '/login') return <Login />
  const mayGoBack = !new URLSearchParams(search).has('noGoBack')
  if (route.path === '/401')
    return <Refusal code="401" title={t.notPermitted} explanation={t.notPermittedWhy} mayGoBack={mayGoBack} />
  if (route.path === '/404') return <Refusal code="404" title={t.notFound} explanation={t.notFoundWhy} mayGoBack />
  return <Refusal code="403" title={t.noAccess} explanation={t.noAccessWhy} mayGoBack />
}
