import { CONSOLE_ROUTES } from './console-routes.ts'
import { FULL_PAGE_ROUTES } from './full-page-routes.ts'
import { hasRight } from './held-rights.ts'
import { PUBLIC_ROUTES } from './public-routes.ts'
import type { Route } from './route.ts'

export type { MenuIcon, Route } from './route.ts'

/** Every page of the console. */
export const ROUTES: readonly Route[] = [...PUBLIC_ROUTES, ...CONSOLE_ROUTES, ...FULL_PAGE_ROUTES]

/** Where an address that no route knows leads. */
export const UNKNOWN_PATH = '/exception/403'
/** Where a route leads whose right is not held. */
export const REFUSED_PATH = '/401'

/** The page for a `menuPermissions` code; home for an empty or unknown one. */
export const landingPath = (code: string | null | undefined): string =>
  ROUTES.find(({ landing }) => landing !== undefined && landing === code)?.path ?? '/index'

/** Whether the holder of these rights may open a route. All but the public ones need the root right too. */
export function mayOpen({ needs }: Pick<Route, 'needs'>, held: readonly string[]): boolean {
  if (needs === 'public') return true
  if (!hasRight(held, 'P00000')) return false
  return needs === 'session' || needs.some((right) => hasRight(held, right))
}

/**
 * What the router matches: the path, or an expression with named groups where a parameter is only part of a
 * segment (`/designConfigure/id=:id`), which the router's own patterns cannot say.
 */
export function patternOf(path: string): string | RegExp {
  if (!/[^/]:/.test(path)) return path
  const source = path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}/?$`, 'i')
}
