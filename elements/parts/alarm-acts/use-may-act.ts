import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { useConnection } from '../../define/index.ts'
import { useRights } from '../use-rights.ts'

/** What the user may do with alarms. */
export interface MayAct {
  readonly confirm: boolean
  /** A page's own token may confirm, and never does any of the others. */
  readonly note: boolean
  readonly shelve: boolean
  readonly takeOut: boolean
}

export const MAY_NOT: MayAct = { confirm: false, note: false, shelve: false, takeOut: false }

/** Keeping alarms from operators: for a time, or until somebody ends it. */
export const mayHold = ({ shelve, takeOut }: MayAct): boolean => shelve || takeOut

/** Whether there is a reason to select alarms. */
export const mayDoAny = (may: MayAct): boolean => may.confirm || mayHold(may)

export function useMayAct(): MayAct {
  const { $session } = useConnection()
  const may = useRights()
  const isSignedIn = useStore($session) !== null
  return useMemo(() => {
    const confirm = may('P73100')
    const own = { note: confirm, shelve: may('P73200'), takeOut: may('P73300') }
    return isSignedIn ? { confirm, ...own } : { ...MAY_NOT, confirm }
  }, [may, isSignedIn])
}
