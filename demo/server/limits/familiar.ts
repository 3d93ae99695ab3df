import { siteOf } from './network-of.ts'

const FAMILIAR = 'browser '

/** Whose budget a familiar browser's is. Its id names its organisation before the full stop. */
export const familiar = (id: string) => `${FAMILIAR}${id}`
/** The id of a familiar browser; null for a budget that is a network's. */
export const familiarId = (from: string): string | null =>
  from.startsWith(FAMILIAR) ? from.slice(FAMILIAR.length) : null
/** Whose budget is that of all familiar browsers of an organisation; null where a budget is a network's. */
export function familiarOrganisation(from: string): string | null {
  const id = familiarId(from)
  return id === null ? null : familiar(id.slice(0, id.indexOf('.') + 1))
}

/**
 * Whose turn it is where somebody who is not signed in waits: browsers of one organisation, which may have many, are one, and
 * so are the networks of one site.
 */
export const strangersTurn = (from: string): string => familiarOrganisation(from) ?? siteOf(from) ?? from
