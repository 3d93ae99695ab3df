import { atom, type ReadableAtom } from 'nanostores'
import type { Connection } from '../core/connection/connection.ts'
import { type Brand, picturePath } from '../core/contract/organisation-settings.ts'
import { ownBrand } from '../core/stores/collections/people.ts'
import { read, write } from './kept.ts'
import { followPolicy } from './policy.ts'
import { $lang, $theme } from './preferences.ts'

const PRODUCT = 'Sightglass'
const KEPT = 'sg-brand'

/** How the organisation wants its console to look: that of the user, else that of the host. Before the first answer as it was last. */
export type ShownBrand = Partial<Brand>

export interface BrandStore {
  readonly $brand: ReadableAtom<ShownBrand>
}

const firstBrand = (): ShownBrand => {
  try {
    const kept: unknown = JSON.parse(read(KEPT) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

export const productName = ({ product_name }: ShownBrand): string => product_name || PRODUCT
/** What the browser's tab says behind the page's own title. */
export const browserTitle = (brand: ShownBrand): string => brand.title || productName(brand)

/** The address of a picture that a brand names; null for none. */
export const pictureOf = (connection: Connection, picture_id: string | null | undefined): string | null =>
  picture_id ? new URL(picturePath(picture_id), connection.baseUrl).href : null

/** Follows the brand for as long as the page lasts: another user's, another save's. `path`: the console's. */
export function createBrand(connection: Connection, path: string): BrandStore {
  const $brand = atom<ShownBrand>(firstBrand())
  const own = ownBrand(connection, {})
  let stop: (() => void) | undefined
  let round = 0

  function show(brand: ShownBrand) {
    const text = JSON.stringify(brand)
    if (text === JSON.stringify($brand.get())) return
    write(KEPT, text)
    $brand.set(brand)
  }
  // The defaults of who has chosen nothing.
  $brand.subscribe(({ language, theme }) => {
    $lang.follow(language ?? null)
    $theme.follow(theme ?? null)
  })

  connection.$session.subscribe((session) => {
    round += 1
    const mine = round
    stop?.()
    stop = undefined
    if (session) {
      let isBegun = false
      stop = own.subscribe(({ data }) => {
        if (!data) return
        show(data)
        followPolicy(data.policy, { path, isBegun })
        isBegun = true
      })
      return
    }
    // Without an answer it stays as it was: a console that cannot be reached has other things to say.
    connection.api.organisationSettings.publicBrand({}).then(
      (brand) => mine === round && show(brand),
      () => {},
    )
  })

  // What somebody else saved, within seconds.
  let version: number | null | undefined
  const heard = (saved: number | null) => {
    if (version !== undefined && saved !== version) {
      own.renew()
      void connection.refreshTimezone()
    }
    version = saved
  }
  let unwatch: (() => void) | undefined
  connection.$session.subscribe((session) => {
    version = undefined
    if (session)
      unwatch ??= connection.realtime.watch(
        'messages',
        (frame) => frame.type === 'message' && frame.settings !== undefined && heard(frame.settings),
      )
    else {
      unwatch?.()
      unwatch = undefined
    }
  })
  return { $brand }
}
