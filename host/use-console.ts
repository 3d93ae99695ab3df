import { createContext, use, useCallback } from 'react'
import { useLocation } from 'wouter'
import type { Console } from './console.ts'
import { askToLeave } from './leaving.ts'
import { clearTabs } from './navigation-tabs.ts'
import { $foldedSections, $sidebar } from './preferences.ts'

export const ConsoleContext = createContext<Console | null>(null)

export function useConsole(): Console {
  const shared = use(ConsoleContext)
  if (!shared) throw new Error('Used outside of the console')
  return shared
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
