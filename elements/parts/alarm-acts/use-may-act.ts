import { useStore } from '@nanostores/react'
import { useConnection } from '../../define/index.ts'
import { useRights } from '../use-rights.ts'

/** The right to confirm. */
const ACTS = 'P73000'

/** What the user may do with alarms; a page's own token never allows to shelve and note. */
export function useMayAct(): { mayAct: boolean; mayShelve: boolean } {
  const { $session } = useConnection()
  const mayAct = useRights()(ACTS)
  const isSignedIn = useStore($session) !== null
  return { mayAct, mayShelve: mayAct && isSignedIn }
}
