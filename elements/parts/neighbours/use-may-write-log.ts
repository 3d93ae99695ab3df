import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { useElement } from '../../define/index.ts'

const $nobody = atom(null)

/** Whether the user may write in the shift log. It is for those who signed in: tokens are refused. */
export function useMayWriteLog(): boolean {
  const session = useStore(useElement().connection?.$session ?? $nobody)
  return session !== null && hasRight(session.roles, 'P73600')
}
