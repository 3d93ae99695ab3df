import { CONSOLE_ROUTES } from './console-routes.ts'
import { FULL_PAGE_ROUTES } from './full-page-routes.ts'
import { hasRight, type Right } from './held-rights.ts'
import { isPermission, operationsOn, PERMISSION_CODES, type Permission, sectionsOf } from './permissions.ts'
import { PUBLIC_ROUTES } from './public-routes.ts'
import type { Route } from './route.ts'

export type { MenuIcon, Route } from './route.ts'

/** Every page of the console. */
export const ROUTES: readonly Route[] = [...PUBLIC_ROUTES, ...CONSOLE_ROUTES, ...FULL_PAGE_ROUTES]

/** Whether a page can be chosen to be gone to: it is in the frame, and its address is whole. */
export const isPlace = ({ built, needs, frameless, redirect, path }: Route): boolean =>
  built && needs !== 'public' && !frameless && !redirect && !path.includes(':')

/** Where an address that no route knows leads. */
export const UNKNOWN_PATH = '/exception/403'

/** The page for a `menuPermissions` code; home for an empty or unknown one. */
export const landingPath = (code: string | null | undefined): string =>
  ROUTES.find(({ landing }) => landing !== undefined && landing === code)?.path ?? '/index'

/** Whether the holder of these rights may open a route: by its own right, within the sections that the right stands in. */
export function mayOpen({ needs }: Pick<Route, 'needs'>, held: readonly string[]): boolean {
  if (needs === 'public') return true
  if (!hasRight(held, 'P00000')) return false
  const isWhole = (right: Right) =>
    [right, ...(isPermission(right) ? sectionsOf(right) : [])].every((one) => hasRight(held, one))
  return needs === 'session' || needs.some(isWhole)
}

/** The pages that may be the first for the holder of these rights. */
export const landingsFor = (held: readonly string[]): (Route & { landing: Right })[] =>
  ROUTES.filter(
    (route): route is Route & { landing: Right } => route.landing !== undefined && route.built && mayOpen(route, held),
  )

const BUILT = ROUTES.flatMap(({ built, needs }) => (built && typeof needs !== 'string' ? needs : []))
const OPENING = [...BUILT.filter(isPermission), ...operationsOn('user'), ...operationsOn('device')]
const OFFERED = new Set<Permission>(OPENING.flatMap((code) => [code, ...sectionsOf(code)]))

/** The codes that open something by now, with the sections that they stand in: those of pages that are not built yet are not granted. */
export const OFFERED_CODES: readonly Permission[] = PERMISSION_CODES.filter((code) => OFFERED.has(code))

/**
 * What the router matches: the path, or an expression with named groups where a parameter is only part of a
 * segment (`/designConfigure/id=:id`), which the router's own patterns cannot say.
 */
export function patternOf(path: string): string | RegExp {
  if (!/[^/]:/.test(path)) return path
  const source = path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}/?$`, 'i')
}
