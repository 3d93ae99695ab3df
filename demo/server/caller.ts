/** Device groups: all of the tenant's, or these. */
export type Groups = 'all' | ReadonlySet<number>

/** Who calls, as the session says. Nobody is tenant 0, which owns nothing. */
export interface Caller {
  tenant_id: number
  user_id: number
  /** The name that signs in. */
  user_name: string
  /** The name that people read. */
  name: string
  /** 1 administrator, 2 administrator2, 3 sub-user. */
  user_type: number
  /** Permission codes, and the word of the user's kind. */
  roles: readonly string[]
  /** Groups whose devices the user sees, sub-groups included; `may_write` is a part of them. */
  may_see: Groups
  may_write: Groups
  /** Hex SHA-256 of the session's token, '' without a session. */
  session_hash: string
  /** Network address of this call; '' where none is known. */
  address: string
}

/** The caller of a public call. */
export const NOBODY: Caller = {
  tenant_id: 0,
  user_id: 0,
  user_name: '',
  name: '',
  user_type: 0,
  roles: [],
  may_see: new Set(),
  may_write: new Set(),
  session_hash: '',
  address: '',
}

interface Owned {
  readonly tenant_id: number
  readonly group_id: number | null
}

const holds = (groups: Groups, group_id: number | null) =>
  groups === 'all' || (group_id !== null && groups.has(group_id))

/** Whether the device is the caller's tenant's, and in a group that the caller sees. */
export const canSee = (caller: Caller, device: Owned): boolean =>
  device.tenant_id === caller.tenant_id && holds(caller.may_see, device.group_id)

/** Whether the caller may write points of the device. */
export const canWrite = (caller: Caller, device: Owned): boolean =>
  canSee(caller, device) && holds(caller.may_write, device.group_id)
