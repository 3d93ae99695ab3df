import { landingPath, mayOpen, ROUTES, type Route, UNKNOWN_PATH } from '../core/catalogue/routes.ts'
import { type Matched, matchRoute } from './match.ts'
import { CUSTOM_PAGE, menuOf, placesOf } from './menu.ts'

/** What the guard knows of the user. */
export interface Visitor {
  hasToken: boolean
  /** Has to change a password that somebody else set, before anything else. */
  mustChangePassword: boolean
  /** The codes held; null until they are loaded. */
  roles: readonly string[] | null
  /** Set by a sign-in that led from no other page: the first page is the landing page. */
  isOldUser: boolean
  menuPermissions: string
  /** Whether the organisation, or a role, has a custom page that the user may see. */
  hasCustomPage: boolean
}

export type Verdict =
  | ({ kind: 'pass' } & Matched)
  /** The page is not open to this user: said at its own address. */
  | { kind: 'refuse' }
  /** Go there instead. */
  | { kind: 'go'; path: string }
  /** The rights have to be loaded first; then the same path is checked again. */
  | { kind: 'load' }

const SHARED = ['/share-db', '/share-cfg']
const SIGN_IN = '/login'
const OWN_PASSWORD = '/changePass'

/** A section without a page of its own begins with the first of its pages that the user may open. */
function firstPageOf({ built, menu }: Route, roles: readonly string[]): Route | undefined {
  if (built || menu?.length !== 1) return undefined
  const pages = ROUTES.filter((route) => route.built && route.menu?.[0] === menu[0] && route.menu[1] !== undefined)
  return pages.sort((a, b) => (a.menu?.[1] ?? 0) - (b.menu?.[1] ?? 0)).find((route) => mayOpen(route, roles))
}

/** Where a visit begins: the landing page, or the first page of the menu for who may not open that. */
export function firstPath({
  menuPermissions,
  roles,
  hasCustomPage,
}: Pick<Visitor, 'menuPermissions' | 'hasCustomPage'> & { roles: readonly string[] }): string {
  const landing = landingPath(menuPermissions)
  const route = matchRoute(landing)?.route
  if (route?.built && mayOpen(route, roles) && (landing !== CUSTOM_PAGE || hasCustomPage)) return landing
  const places = placesOf(menuOf(roles))
  // What is open to everybody is not what this user is here for.
  const own = places.find((place) => matchRoute(place.path)?.route.needs !== 'session')
  return (own ?? places[0])?.path ?? landing
}

/** What becomes of a wish to open `path` (below the base path, without query). */
export function guard(path: string, visitor: Visitor): Verdict {
  const { hasToken, mustChangePassword, roles, isOldUser, menuPermissions, hasCustomPage } = visitor
  const matched = matchRoute(path)
  if (matched && SHARED.includes(matched.route.path)) return { kind: 'pass', ...matched }
  if (!hasToken && !matched?.route.guest) return { kind: 'go', path: SIGN_IN }
  if (hasToken && mustChangePassword && matched?.route.path !== OWN_PASSWORD && !matched?.route.guest)
    return { kind: 'go', path: OWN_PASSWORD }
  if (!matched) return { kind: 'go', path: UNKNOWN_PATH }
  const { route } = matched
  if (route.redirect) return { kind: 'go', path: route.redirect }
  // Done already: the console begins.
  if (route.path === OWN_PASSWORD && !mustChangePassword) return { kind: 'go', path: '/index' }
  if (route.needs === 'public') return { kind: 'pass', ...matched }
  if (roles === null) return { kind: 'load' }
  const landing = firstPath({ menuPermissions, roles, hasCustomPage })
  if (isOldUser && route.path !== landing) return { kind: 'go', path: landing }
  if (!mayOpen(route, roles)) return { kind: 'refuse' }
  const first = firstPageOf(route, roles)
  return first ? { kind: 'go', path: first.path } : { kind: 'pass', ...matched }
}
