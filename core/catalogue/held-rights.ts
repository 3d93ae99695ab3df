import type { Permission, UserType } from './permissions.ts'

// Apart from the table, which is long: every screen asks what its user holds.

/** What a route or a call asks for: a permission code or a kind of user. */
export type Right = Permission | UserType

/** Whether the roles list holds a right. Whole tokens: P100000 does not contain P10000. */
export const hasRight = (held: readonly string[], wanted: Right): boolean => held.includes(wanted)

/** The roles list of a comma-separated `grantedPermissions`; empty for null. */
export const rightsOf = (grantedPermissions: string | null): string[] =>
  (grantedPermissions ?? '')
    .split(',')
    .map((right) => right.trim())
    .filter(Boolean)

/** What of the product share links open, each with the right to watch it: being allowed to share alone shows nobody anything. */
const WATCHED_BY_LINK = { screen: 'P24000', dashboard: 'P20000', equipment: 'P100000' } as const satisfies Record<
  string,
  Permission
>

/** Whether somebody may publish what is of this kind by share links. */
export const mayShare = (held: readonly string[], kind: keyof typeof WATCHED_BY_LINK): boolean =>
  hasRight(held, 'P82000') && hasRight(held, WATCHED_BY_LINK[kind])
