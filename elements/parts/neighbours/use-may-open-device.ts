import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { useElement } from '../../define/index.ts'

const $nobody = atom(null)

/** Whether the console opens a device's page to the user. Who has a token of a page sees what that page leads to. */
export function useMayOpenDevice(): boolean {
  const session = useStore(useElement().connection?.$session ?? $nobody)
  return session === null || hasRight(session.roles, 'P10000')
}
