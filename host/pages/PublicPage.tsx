import { useSearch } from 'wouter/use-browser-location'
import { useElement, useText } from '../../elements/define/index.ts'
import type { Matched } from '../match.ts'
import { Screen } from '../Screen.tsx'
import { text } from '../text.ts'
import { Login } from './Login.tsx'
import { NotBuilt } from './NotBuilt.tsx'
import { PlainPage } from './PlainPage.tsx'
import { Refusal } from './Refusal.tsx'

const NONE = {}

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
  if (route.frameless && route.tag) {
    return (
      <main className="frameless">
        <Screen tag={route.tag} attributes={NONE} />
      </main>
    )
  }
  if (route.tag)
    return (
      <PlainPage title={route.title[lang]}>
        <div className={route.tag === 'sg-privacy' ? 'plain-page-text' : 'login'}>
          {route.tag !== 'sg-privacy' && <h1 className="login-title">{route.title[lang]}</h1>}
          <Screen tag={route.tag} attributes={NONE} />
        </div>
      </PlainPage>
    )
  const mayGoBack = !new URLSearchParams(search).has('noGoBack')
  if (route.path === '/401')
    return <Refusal code="401" title={t.notPermitted} explanation={t.notPermittedWhy} mayGoBack={mayGoBack} />
  if (route.path === '/404') return <Refusal code="404" title={t.notFound} explanation={t.notFoundWhy} mayGoBack />
  return <Refusal code="403" title={t.noAccess} explanation={t.noAccessWhy} mayGoBack />
}
