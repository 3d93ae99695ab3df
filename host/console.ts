import { atom } from 'nanostores'
import { type Connection, connect } from '../core/connection/connection.ts'
import { $defaultConnection } from '../core/connection/default.ts'
import type { Domain } from '../core/contract/contract.ts'
import { isCallFailure } from '../core/stores/call-failure.ts'
import { whoAmI } from '../core/stores/collections/people.ts'
import { settled } from '../core/stores/settled.ts'
import { type BrandStore, createBrand } from './brand.ts'
import { createErrorList, type ErrorList } from './error-list.ts'
import { $isWall } from './frame/wall.ts'
import { clearTabs } from './navigation-tabs.ts'
import { $lang } from './preferences.ts'
import { createRights, type RightsStore } from './rights.ts'

/** Domains whose calls change which page is the user's own. */
const PAGE_CHANGES: ReadonlySet<Domain> = new Set(['customMenu', 'dashboard', 'role'])

/** What the whole console shares: one connection, and what its user may do. */
export interface Console {
  readonly connection: Connection
  readonly rights: RightsStore
  readonly errors: ErrorList
  readonly brand: BrandStore
}

/** Where the server is: `<meta name="sg-api" content="https://…">`, else where the page came from. */
const apiBase = (): string => document.querySelector<HTMLMetaElement>('meta[name="sg-api"]')?.content || location.origin

/** Storage is refused in some privacy settings: the session then ends with the page. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** Set by a sign-in that led from no other page, until the landing page is entered. */
export const $isOldUser = atom(false)

/** Opens the console's connection and makes it the page's default, where all elements find it. */
export function openConsole(): Console {
  const keep = storage()
  const errors = createErrorList(() => ({
    path: location.pathname.slice(basePath().length),
    isFullScreen: $isWall.get() || document.fullscreenElement !== null,
  }))
  errors.watch(window)
  const connection = connect({
    baseUrl: apiBase(),
    lang: () => $lang.get(),
    onFailed: errors.failed,
    ...(keep && { keep }),
  })
  $defaultConnection.set(connection)
  const { customPage, privileges } = connection.api.session
  const user = whoAmI(connection, {})
  async function currentUser() {
    const { data, failure } = await settled(user)
    if (failure !== null && !isCallFailure(failure)) throw failure
    return data
  }
  const rights = createRights({ customPage, privileges, user: currentUser })
  // Screens ask the same: it is known as long as somebody is signed in.
  let forget: (() => void) | undefined
  rights.$owner.listen((owner) => {
    forget?.()
    forget = owner === null ? undefined : user.listen(() => {})
  })
  connection.$changed.listen((change) => {
    if (change && PAGE_CHANGES.has(change.domain) && rights.$rights.get() !== null) void rights.loadPage()
  })
  connection.$session.listen((session, before) => {
    if (session?.own !== undefined && before?.own === undefined) {
      // Another's console begins at its own first page.
      clearTabs()
      $isOldUser.set(true)
    }
    // What the server ended may go on: the page stays until somebody else signs in.
    if (session === null && connection.$isExpired.get()) return
    if (before === null && session?.user_id === rights.$owner.get()) return
    if (session?.user_id !== before?.user_id || session?.tenant_id !== before?.tenant_id) rights.clear()
  })
  return { connection, rights, errors, brand: createBrand(connection, basePath()) }
}

/** The way to the console's root, without a slash at its end: `/console`; empty when it is the server's root. */
export const basePath = (): string => new URL(document.baseURI).pathname.replace(/\/[^/]*$/, '')

/** The history's mark of a visit that began at the console's root. */
export const ENTRANCE = 'entrance'

/** The history's mark of a page that was opened from another page of the console, which is the one before it. */
export const OPENED = 'opened'
