import { atom, type ReadableAtom } from 'nanostores'
import { rightsOf } from '../core/catalogue/permissions.ts'
import type { Connection } from '../core/connection/connection.ts'
import { attempt } from '../core/stores/attempt.ts'

export interface Rights {
  roles: readonly string[]
  menuPermissions: string
  tenant_name: string
  /** IANA; undefined when the server did not say. */
  timezone: string | undefined
}

/** The tenant's own page, empty when there is none. */
export interface CustomPage {
  custom_page_name: string | null
  custom_page_json: unknown
}

export interface RightsStore {
  readonly $rights: ReadableAtom<Rights | null>
  /** Why they could not be had; null while loading and after. */
  readonly $failure: ReadableAtom<unknown>
  readonly $customPage: ReadableAtom<CustomPage | null>
  load(): Promise<void>
  clear(): void
}

type Calls = Pick<Connection['api']['session'], 'customPage' | 'privileges' | 'whoAmI' | 'timezone'>

/** What the user may do, loaded in the guard's order: the custom page first, then the rights. */
export function createRights(calls: Calls): RightsStore {
  const $rights = atom<Rights | null>(null)
  const $failure = atom<unknown>(null)
  const $customPage = atom<CustomPage | null>(null)
  let round = 0

  async function load() {
    round += 1
    const mine = round
    $failure.set(null)
    $customPage.set(null)
    const quiet = { isQuiet: true }
    try {
      const customPage = await attempt(calls.customPage({}, quiet))
      const [granted, user, zone] = await Promise.all([
        calls.privileges({ operator_type: 'query', req_data: {} }, quiet),
        attempt(calls.whoAmI({}, quiet)),
        attempt(calls.timezone({}, quiet)),
      ])
      // Signed out, or asked again, meanwhile.
      if (mine !== round) return
      $customPage.set(customPage?.custom_page_name ? customPage : null)
      $rights.set({
        roles: rightsOf(granted.grantedPermissions),
        menuPermissions: granted.menuPermissions,
        tenant_name: user?.tenant_name ?? '',
        timezone: zone?.timezone,
      })
    } catch (error) {
      if (mine === round) $failure.set(error)
    }
  }

  return {
    $rights,
    $failure,
    $customPage,
    load,
    clear() {
      round += 1
      $rights.set(null)
      $customPage.set(null)
      $failure.set(null)
    },
  }
}
