import { atom, type ReadableAtom } from 'nanostores'
import { rightsOf } from '../core/catalogue/held-rights.ts'
import type { Connection } from '../core/connection/connection.ts'
import type { OutputOf } from '../core/contract/endpoint.ts'
import type { session } from '../core/contract/session.ts'
import { attempt } from '../core/stores/attempt.ts'

export interface Rights {
  roles: readonly string[]
  menuPermissions: string
  tenant_name: string
  /** Who acts as this user, and until when; null for the user himself. */
  simulated_by: { name: string; until_time: number } | null
  is_experience: boolean
  /** Whom the demo, whose passwords everybody knows, lets in; `no` for an organisation that is not of the demo. */
  demo: 'no' | 'local' | 'network'
}

/** The tenant's own page, empty when there is none. */
export interface CustomPage {
  custom_page_name: string
  dashboard_id: number
}

export interface RightsStore {
  readonly $rights: ReadableAtom<Rights | null>
  /** Whose they are; null when nobody's. */
  readonly $owner: ReadableAtom<number | null>
  /** Why they could not be had; null while loading and after. */
  readonly $failure: ReadableAtom<unknown>
  readonly $customPage: ReadableAtom<CustomPage | null>
  load(): Promise<void>
  /** Asks for the custom page anew: it was changed. */
  loadPage(): Promise<void>
  clear(): void
}

type SessionCalls = Connection['api']['session']
interface Calls extends Pick<SessionCalls, 'customPage' | 'privileges'> {
  /** Null where that cannot be known now. */
  user(): Promise<OutputOf<typeof session.whoAmI> | null>
}

/** What the user may do, loaded in the guard's order: the custom page first, then the rights. */
export function createRights(calls: Calls): RightsStore {
  const $rights = atom<Rights | null>(null)
  const $owner = atom<number | null>(null)
  const $failure = atom<unknown>(null)
  const $customPage = atom<CustomPage | null>(null)
  let round = 0

  /** Empty before each call, and where that fails. */
  async function customPage(): Promise<CustomPage | null> {
    $customPage.set(null)
    const found = await attempt(calls.customPage({}))
    const { custom_page_name = null, custom_page_json = null } = found ?? {}
    return custom_page_name !== null && custom_page_json !== null ? { custom_page_name, ...custom_page_json } : null
  }

  async function load() {
    round += 1
    const mine = round
    $failure.set(null)

    try {
      const page = await customPage()
      const [granted, user] = await Promise.all([
        calls.privileges({ operator_type: 'query', req_data: {} }),
        calls.user(),
      ])
      // Signed out, or asked again, meanwhile.
      if (mine !== round) return
      $customPage.set(page)
      $owner.set(user?.user_id ?? null)
      $rights.set({
        roles: rightsOf(granted.grantedPermissions),
        menuPermissions: granted.menuPermissions,
        tenant_name: user?.tenant_name ?? '',
        simulated_by: user?.simulated_by ?? null,
        is_experience: user?.is_experience ?? false,
        demo: user?.demo ?? 'no',
      })
    } catch (error) {
      if (mine === round) $failure.set(error)
    }
  }

  return {
    $rights,
    $owner,
    $failure,
    $customPage,
    load,
    async loadPage() {
      const mine = round
      const page = await customPage()
      if (mine === round) $customPage.set(page)
    },
    clear() {
      round += 1
      $rights.set(null)
      $owner.set(null)
      $customPage.set(null)
      $failure.set(null)
    },
  }
}
