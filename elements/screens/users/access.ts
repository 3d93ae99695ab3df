import type { Right } from '../../../core/catalogue/held-rights.ts'
import type { Permission } from '../../../core/catalogue/permissions.ts'
import type { User } from '../../../core/contract/user.ts'

/** `quotas`: looking at them; `edit` is needed to change them. */
export type UserAction = 'edit' | 'roles' | 'rights' | 'quotas' | 'move' | 'lock' | 'password' | 'delete' | 'simulate'

const NEEDS: Record<UserAction, Permission> = {
  edit: 'P53200',
  roles: 'P53200',
  rights: 'P53200',
  quotas: 'P53000',
  move: 'P53200',
  lock: 'P53300',
  password: 'P53400',
  delete: 'P53500',
  simulate: 'P53600',
}

/** Who looks at the list. */
export interface Viewer {
  readonly user_id: number
  readonly user_type: number
  /** Acts as somebody else, or is the experience user: changes nothing here. */
  readonly isFrozen: boolean
}

type Actable = Pick<User, 'user_id' | 'user_type' | 'isActive'>

/** Of an administrator nobody takes these, not even another one. */
const SPARED: readonly UserAction[] = ['lock', 'password', 'delete', 'simulate', 'rights']
/** Nobody does these to himself: a password is changed in the own account. */
const NOT_ONESELF: readonly UserAction[] = ['lock', 'password', 'delete', 'simulate', 'rights']

/** Whether the server would let the viewer do this; hiding the rest is manners. */
export function mayDo(
  action: UserAction,
  target: Actable,
  viewer: Viewer | null,
  holds: (right: Right) => boolean,
): boolean {
  if (!viewer || viewer.isFrozen || !holds(NEEDS[action])) return false
  const isAdministrator = viewer.user_type === 1
  // Whoever is no administrator acts on sub-users alone.
  if (!isAdministrator && target.user_type !== 3) return false
  if (target.user_id === viewer.user_id) return !NOT_ONESELF.includes(action) && (action !== 'roles' || isAdministrator)
  if (action === 'simulate' && target.isActive === 0) return false
  return target.user_type !== 1 || !SPARED.includes(action)
}
