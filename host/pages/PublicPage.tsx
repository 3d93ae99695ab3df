import { useElement, useText } from '../../elements/define/index.ts'
import type { Matched } from '../match.ts'
import { Screen } from '../Screen.tsx'
import { text } from '../text.ts'
import { Login } from './Login.tsx'
import { NotBuilt } from './NotBuilt.tsx'
import { PlainPage } from './PlainPage.tsx'
import { RefusalPage } from './Refusal.tsx'

const NONE = {}

/** The pages outside the console's frame. */
export function PublicPage({ route }: Matched) {
  const { lang } = useElement()
  const t = useText(text)
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
        <h1 className="sg-hidden-visually">{route.title[lang]}</h1>
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
  if (route.path === '/404') return <RefusalPage code="404" title={t.notFound} explanation={t.notFoundWhy} />
  const [title, explanation] = route.path === '/401' ? [t.notPermitted, t.notPermittedWhy] : [t.noAccess, t.noAccessWhy]
  return <RefusalPage code="403" title={title} explanation={explanation} />
}
