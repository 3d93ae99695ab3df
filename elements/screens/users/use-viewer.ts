import type { User } from '../../../core/contract/user.ts'
import { whoAmI } from '../../../core/stores/collections/people.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'
import { mayDo, type UserAction, type Viewer } from './access.ts'

/** Who looks at the list, and what the server would let him do. */
export function useViewer() {
  const rights = useRights()
  const { data: who } = useCollection(whoAmI)
  const viewer: Viewer | null = who && {
    user_id: who.user_id,
    user_type: who.user_type,
    isFrozen: who.simulated_by !== null || who.is_experience,
  }
  /** Of what changes nobody in particular; known from the sign-in, before the viewer is. */
  const holds: typeof rights = (right) => viewer?.isFrozen !== true && rights(right)
  const bulk = { move: holds('P53200'), lock: holds('P53300'), delete: holds('P53500') }
  return {
    user_id: viewer?.user_id ?? null,
    isAdministrator: viewer?.user_type === 1,
    holds,
    may: (action: UserAction, user: User) => mayDo(action, user, viewer, rights),
    bulk,
    /** Whether it is of any use to select users. */
    mayMany: bulk.move || bulk.lock || bulk.delete,
  }
}

export type UserViewer = ReturnType<typeof useViewer>
