import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { createContext, use, useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { ownMenu } from '../core/stores/collections/menus.ts'
import type { Console } from './console.ts'
import { firstPath } from './guard.ts'
import { askToLeave } from './leaving.ts'
import type { OwnMenu } from './menu.ts'
import { clearTabs } from './navigation-tabs.ts'
import { $foldedSections, $sidebar } from './preferences.ts'

export const ConsoleContext = createContext<Console | null>(null)

export function useConsole(): Console {
  const shared = use(ConsoleContext)
  if (!shared) throw new Error('Used outside of the console')
  return shared
}

/** Where a visit of this user begins. */
export function useFirstPath(): string {
  const { rights } = useConsole()
  const held = useStore(rights.$rights)
  const hasCustomPage = useStore(rights.$customPage) !== null
  return firstPath({ menuPermissions: held?.menuPermissions ?? '', roles: held?.roles ?? [], hasCustomPage })
}

const $NO_MENU = atom({ data: null, failure: null, isLoading: true })

/** What the organisation adds to the menu of this user; nothing as long as that is not known. */
export function useOwnMenu(): OwnMenu & { isLoading: boolean } {
  const { connection, rights } = useConsole()
  const isKnown = useStore(rights.$rights) !== null
  const page = useStore(rights.$customPage)?.custom_page_name ?? null
  const { data, failure } = useStore(isKnown ? ownMenu(connection, {}) : $NO_MENU)
  return useMemo(() => ({ page, menu: data, isLoading: data === null && failure === null }), [page, data, failure])
}

/** Goes to the sign-in page and ends the session; nothing of the user is left in the browser but looks, and which things were opened, without their names. */
export function useSignOut(): () => void {
  const { connection } = useConsole()
  const [, navigate] = useLocation()
  const signOut = useCallback(() => {
    // First away from pages that need the session, so that none of them is remembered as the place to return to.
    navigate('/login')
    clearTabs()
    $sidebar.set('auto')
    $foldedSections.set([])
    // Without the network the session ends here all the same; the server forgets it when its time is over.
    connection.signOut().catch(async () => {
      const { MESSAGES } = await import('../core/catalogue/codes.ts')
      connection.toasts.show('warning', MESSAGES.logoutFailed)
    })
  }, [connection, navigate])
  return useCallback(() => askToLeave(signOut), [signOut])
}
