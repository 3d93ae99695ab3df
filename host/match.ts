import { patternOf, ROUTES, type Route } from '../core/catalogue/routes.ts'

export interface Matched {
  route: Route
  params: Readonly<Record<string, string>>
}

const expressions = new Map<Route, RegExp>(ROUTES.map((route) => [route, expressionOf(route.path)]))

function expressionOf(path: string): RegExp {
  const pattern = patternOf(path)
  if (typeof pattern !== 'string') return pattern
  return new RegExp(`^${pattern.replace(/\/:(\w+)/g, '/(?<$1>[^/]+)')}/?$`, 'i')
}

/** The route of an address below the base path, without its query; null for an address that no route knows. */
export function matchRoute(path: string): Matched | null {
  for (const [route, expression] of expressions) {
    const found = expression.exec(path)
    if (found) return { route, params: decoded(found.groups ?? {}) }
  }
  return null
}

const decoded = (groups: Record<string, string>) =>
  Object.fromEntries(Object.entries(groups).map(([name, part]) => [name, decode(part)]))

/** A broken escape in a pasted address stands for itself. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
