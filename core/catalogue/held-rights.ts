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

/** Whether somebody may publish screens by share links: being allowed to share alone shows nobody a screen. */
export const mayShareScreens = (held: readonly string[]): boolean =>
  hasRight(held, 'P82000') && hasRight(held, 'P24000')
