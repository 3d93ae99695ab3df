import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { hasRight, type Right, rightsOf } from '../../core/catalogue/held-rights.ts'
import { useConnection } from '../define/index.ts'
import { useSessionOver } from './use-session-over.ts'

/**
 * Whether the user holds a right. From the sign-in, or from the server where the embedding page brought
 * its own token; none until it is known, and none once the session is over. Hiding a button is manners: the server decides.
 */
export function useRights(): (right: Right) => boolean {
  const connection = useConnection()
  const session = useStore(connection.$session)
  const granted = useStore(connection.$granted)
  const isOver = useSessionOver()
  return useMemo(() => {
    const held = session?.roles ?? rightsOf(granted)
    return (right) => !isOver && hasRight(held, right)
  }, [session, granted, isOver])
}
