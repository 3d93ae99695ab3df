import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { RULE_READERS } from '../../../core/catalogue/rule-readers.ts'
import { useElement } from '../../define/index.ts'

const $nobody = atom(null)

/** Whether the user may look at alarm rules. They are for those who signed in: tokens are refused. */
export function useMayReadRules(): boolean {
  const session = useStore(useElement().connection?.$session ?? $nobody)
  return session !== null && RULE_READERS.some((right) => hasRight(session.roles, right))
}
