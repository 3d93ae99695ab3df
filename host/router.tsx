import { useStore } from '@nanostores/react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { ApiError } from '../core/contract/api-error.ts'
import { useElement, useText } from '../elements/define/index.ts'
import { ErrorState } from '../elements/kit/ErrorState.tsx'
import { Skeleton } from '../elements/kit/Skeleton.tsx'
import { browserTitle } from './brand.ts'
import { $isOldUser, ENTRANCE, OPENED } from './console.ts'
import { useFavourite } from './find/use-favourite.ts'
import { Frame } from './frame/Frame.tsx'
import { $isWall } from './frame/wall.ts'
import { guard, type Verdict } from './guard.ts'
import { goUnasked } from './leaving.ts'
import { type Matched, matchRoute } from './match.ts'
import { $tabs, closeTab, nameTab, visitTab } from './navigation-tabs.ts'
import { NotBuilt } from './pages/NotBuilt.tsx'
import { PublicPage } from './pages/PublicPage.tsx'
import { Refusal } from './pages/Refusal.tsx'
import { useOwnPage } from './pages/use-own-page.tsx'
import { $flash } from './preferences.ts'
import { Screen } from './Screen.tsx'
import { attributesOf, closesTo, needsHeading, searchAfter, surroundingAttributes } from './screens.ts'
import { text } from './text.ts'
import { $waitingCritical, documentTitle, titleOf, titleOfTab } from './title.ts'
import { useConsole } from './use-console.ts'

const HomePlaces = lazy(() => import('./find/HomePlaces.tsx'))
const Help = lazy(() => import('./help/Help.tsx').then((chunk) => ({ default: chunk.Help })))

/** Shows the page of the address, after the guard. */
export function Pages() {
  const { rights, brand } = useConsole()
  const { lang } = useElement()
  const t = useText(text)
  const [path, navigate] = useLocation()
  const search = useSearch().slice(1)
  const verdict = useVerdict(path)
  const failure = useStore(rights.$failure)
  const redirect = verdict.kind === 'go' ? verdict.path : null
  const isLoading = verdict.kind === 'load'
  const hasPassed = useRef(false)

  useEffect(() => {
    if (redirect === null) return
    // The requested page comes back after the sign-in, also that of a session that ended.
    const isComingBack = redirect === '/login' && matchRoute(path) !== null && path !== '/'
    const wanted = search ? `${path}?${search}` : path
    const to = isComingBack ? `${redirect}?to=${encodeURIComponent(wanted)}` : redirect
    goUnasked(() => navigate(to, { replace: true, state: path === '/' ? ENTRANCE : null }))
  }, [redirect, path, search, navigate])

  useEffect(() => {
    if (verdict.kind === 'pass') hasPassed.current = true
  }, [verdict])

  useEffect(() => {
    if (isLoading) rights.load()
  }, [isLoading, rights])

  useNavigateEvents()

  const tab = useStore($tabs).find((open) => open.path === path)
  const title = verdict.kind !== 'pass' ? '' : ((tab && titleOfTab(tab, lang)) ?? titleOf(verdict, lang))
  const waiting = useStore($waitingCritical)
  const product = browserTitle(useStore(brand.$brand))
  useEffect(() => {
    document.title = documentTitle(title, waiting, product)
  }, [title, waiting, product])

  if (isLoading) {
    if (failure) return <RightsFailed failure={failure} retry={rights.load} />
    const waiting = <Skeleton rows={6} />
    return matchRoute(path)?.route.frameless ? waiting : <Frame path={path}>{waiting}</Frame>
  }
  if (verdict.kind === 'refuse')
    return (
      <Frame path={path}>
        {/* Behind the first page of a visit there is none of ours to go back to. */}
        <Refusal code="403" title={t.notPermitted} explanation={t.notPermittedWhy} mayGoBack={hasPassed.current} />
      </Frame>
    )
  if (verdict.kind !== 'pass') {
    // From one page of the frame to another the frame stays, and what was begun in it: a search, a drawer.
    const stays = rights.$rights.get() !== null && redirect !== null && matchRoute(redirect)?.route.needs !== 'public'
    return stays && !matchRoute(redirect)?.route.frameless ? <Frame path={redirect}>{null}</Frame> : null
  }
  if (verdict.route.needs === 'public') return <PublicPage {...verdict} />
  if (verdict.route.frameless) {
    return (
      <Frameless>
        <ConsolePage {...verdict} path={path} search={search} />
      </Frameless>
    )
  }
  return (
    <Frame path={path}>
      <ConsolePage {...verdict} path={path} search={search} />
    </Frame>
  )
}

function useVerdict(path: string): Verdict {
  const { connection, rights } = useConsole()
  const session = useStore(connection.$session)
  const isExpired = useStore(connection.$isExpired)
  const held = useStore(rights.$rights)
  const isOldUser = useStore($isOldUser)
  const hasCustomPage = useStore(rights.$customPage) !== null
  const verdict = useMemo(
    () =>
      guard(path, {
        // A session that the server ended keeps its page: the prompt above it leads on.
        hasToken: session !== null || (isExpired && held !== null),
        mustChangePassword: session?.must_change_password === true,
        roles: held?.roles ?? null,
        isOldUser,
        menuPermissions: held?.menuPermissions ?? '',
        hasCustomPage,
      }),
    [path, session, isExpired, held, isOldUser, hasCustomPage],
  )
  const isInside = verdict.kind === 'pass' && verdict.route.needs !== 'public'
  useEffect(() => {
    if (isInside) $isOldUser.set(false)
  }, [isInside])
  return verdict
}

function ConsolePage({ route, params, path, search }: Matched & { path: string; search: string }) {
  const { lang } = useElement()
  const [, navigate] = useLocation()
  const { tag } = route
  const isWall = useStore($isWall)
  const flashes = useStore($flash) === 'on'
  const { favourite, toggle } = useFavourite(path, search)
  const user_id = useStore(useConsole().connection.$session)?.user_id
  const [places, setPlaces] = useState<string | null>(null)
  const isHome = tag === 'sg-home'
  const own = useOwnPage({ route, params })
  const attributes = useMemo(() => {
    if (!tag) return {}
    const around = surroundingAttributes(tag, { isWall, flashes })
    return {
      ...attributesOf(tag, params, search),
      ...(route.built && route.attributes),
      ...around,
      favourite,
      places: isHome ? places : null,
      ...own.attributes,
    }
  }, [tag, params, search, route, isWall, flashes, favourite, isHome, places, own.attributes])
  useEffect(() => {
    if (!route.built) return
    visitTab(path, search)
    if (own.name !== null) nameTab(path, own.name, lang)
  }, [route, path, search, own.name, lang])
  if (!route.built) return <NotBuilt route={route} />
  if (route.path === '/help')
    return (
      <Suspense fallback={<Skeleton rows={6} />}>
        <Help search={search} />
      </Suspense>
    )
  if (!tag) return null
  if (own.instead) return own.instead
  return (
    <>
      {isHome && user_id !== undefined && (
        <Suspense>
          <HomePlaces user_id={user_id} onPlaces={setPlaces} />
        </Suspense>
      )}
      {needsHeading(tag) && <h1 className="sg-hidden-visually">{titleOf({ route, params }, lang)}</h1>}
      <Screen
        tag={tag}
        attributes={attributes}
        onViewChange={(view) => {
          const next = searchAfter(tag, search, view)
          if (next !== search) navigate(next ? `${path}?${next}` : path, { replace: true, state: history.state })
        }}
        onFavourite={toggle}
        onTitle={(title) => nameTab(path, title, lang)}
        onClose={() => {
          closeTab(path)
          if (history.state === OPENED) history.back()
          else goUnasked(() => navigate(closesTo(tag), { replace: true }))
        }}
      />
    </>
  )
}

/** An element asks for another page by `sg-navigate` `{path}`; only pages of the table are gone to. */
function useNavigateEvents() {
  const [, navigate] = useLocation()
  useEffect(() => {
    const go = (event: Event) => {
      const detail = (event as CustomEvent<{ path?: unknown } | null>).detail
      const path = typeof detail?.path === 'string' ? detail.path : ''
      if (!matchRoute(path.replace(/\?.*$/s, ''))) return
      event.preventDefault()
      goUnasked(() => navigate(path, { state: OPENED }))
    }
    document.addEventListener('sg-navigate', go)
    return () => document.removeEventListener('sg-navigate', go)
  }, [navigate])
}

/** A page that fills the window. The end of the session comes over the socket, which the frame holds otherwise. */
function Frameless({ children }: { children: ReactNode }) {
  const { connection } = useConsole()
  useEffect(() => connection.realtime.watch('messages', () => {}), [connection])
  return <main className="frameless">{children}</main>
}

function RightsFailed({ failure, retry }: { failure: unknown; retry: () => void }) {
  const t = useText(text)
  const code = failure instanceof ApiError ? failure.code : failure instanceof Error ? failure.message : ''
  return <ErrorState title={t.rightsFailed} explanation={t.screenFailedWhy} code={code} onRetry={retry} />
}
