import { useStore } from '@nanostores/react'
import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'wouter'
import { mayOpen, ROUTES } from '../../core/catalogue/routes.ts'
import { useElement, useText } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/Button.tsx'
import { EmptyState } from '../../elements/kit/EmptyState.tsx'
import { Skeleton } from '../../elements/kit/Skeleton.tsx'
import type { Matched } from '../match.ts'
import { CUSTOM_PAGE } from '../menu.ts'
import { text } from '../text.ts'
import { useConsole, useOwnMenu } from '../use-console.ts'

const EDITOR = '/system/menu'
const NONE = {}

interface OwnPage {
  /** What the element of such a page shows. */
  attributes: Readonly<Record<string, string>>
  /** What it is called; null where its route says that, or its element. */
  name: string | null
  /** What stands in its place where there is nothing to show. */
  instead: ReactNode
}

/** What the pages show that an organisation has made its own: its custom page, and web pages of its menu. */
export function useOwnPage({ route, params }: Matched): OwnPage {
  const { rights } = useConsole()
  const { lang } = useElement()
  const page = useStore(rights.$customPage)
  const { menu, isLoading } = useOwnMenu()
  const isCustom = route.path === CUSTOM_PAGE
  const item =
    route.path === '/webPage/:id'
      ? menu?.items.flatMap((one) => [one, ...one.items]).find(({ item_id }) => item_id === params.id)
      : undefined
  const attributes = useMemo(() => {
    if (isCustom && page) return { dashboard: `${page.dashboard_id}` }
    return item ? { name: item.item_name, src: item.url } : NONE
  }, [isCustom, page, item])
  const isOwn = isCustom || route.path === '/webPage/:id'
  const custom = isCustom ? (page?.custom_page_name ?? null) : null
  // The id in the address of a web page is no name; its element has one.
  const name = isOwn && attributes === NONE ? route.title[lang] : custom
  if (!isOwn || attributes !== NONE) return { attributes, name, instead: null }
  if (!isCustom && isLoading) return { attributes, name, instead: <Skeleton rows={6} /> }
  return { attributes, name, instead: isCustom ? <NoCustomPage /> : <NoWebPage /> }
}

function NoCustomPage() {
  const t = useText(text)
  const roles = useStore(useConsole().rights.$rights)?.roles ?? []
  const [, navigate] = useLocation()
  const mayEdit = ROUTES.some((route) => route.path === EDITOR && mayOpen(route, roles))
  return (
    <EmptyState
      icon="gauge"
      title={t.noCustomPage}
      explanation={t.noCustomPageWhy}
      action={mayEdit && <Button onPress={() => navigate(EDITOR)}>{t.chooseCustomPage}</Button>}
    />
  )
}

function NoWebPage() {
  const t = useText(text)
  return <EmptyState icon="globe" title={t.noWebPage} explanation={t.noWebPageWhy} />
}
