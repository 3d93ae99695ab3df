import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import {
  DEFAULT_SETTINGS,
  type OrganisationSettings,
  PublicBrand,
} from '../../../core/contract/organisation-settings.ts'
import { mapOrigin } from '../../../core/rules/map-source.ts'
import type { Db } from '../db/db.ts'
import type { AllowedHosts } from '../http/static.ts'
import { settingsOf, storedSettings } from './rows.ts'

/** Kept so long, and no more of them than this: another node may have saved others. */
const CACHED_MS = MINUTE_MS
const CACHED_MOST = 1000
/** Pictures never change; all that are kept have no more bytes than this. */
const PICTURE_BYTES = 24 * 1024 * 1024

type Hosts = Pick<OrganisationSettings, 'media_hosts' | 'frame_hosts' | 'map_kind' | 'map_url'>

/** What an organisation's pages may show beside what is theirs. */
export function allowedHosts({ media_hosts, frame_hosts, map_kind, map_url }: Hosts): AllowedHosts {
  const origin = mapOrigin({ map_kind, map_url })
  const maps = origin ? [origin] : []
  const [tiles, mapFiles] = map_kind === 'raster' ? [maps, []] : [[], maps]
  return { media: media_hosts, frames: frame_hosts, tiles, mapFiles }
}

export interface SentPicture {
  mime: string
  content: Uint8Array
}

/** What organisations show to everybody, read once a minute: nobody outside waits for the store, or learns who is in it. */
export interface Brands {
  /** As `PublicBrand` says; the product's own for a host that is no organisation's. */
  ofHost(host: string): Promise<PublicBrand>
  /** What an organisation calls the product; '' where it has no name of its own. */
  nameOf(tenant_id: number): Promise<string>
  /** Host names of an organisation's sign-in page. */
  hostsOf(tenant_id: number): string[]
  /** What pages of the organisation may show, by its policy's random id; null for an id of none. */
  allowedBy(policy_id: string): Promise<AllowedHosts | null>
  picture(picture_id: string): Promise<SentPicture | null>
  /** Something was saved. */
  forget(): void
}

interface BrandParts {
  db: Db
  /** Organisations by host name; `*` for all others. */
  hosts: ReadonlyMap<string, number>
  now?: () => number
}

/** The last answers of a question, each for a minute. */
function recent<Key, Answer>(ask: (key: Key) => Promise<Answer>, now: () => number) {
  const cache = new Map<Key, { known: Promise<Answer>; until: number }>()
  return {
    get(key: Key): Promise<Answer> {
      const cached = cache.get(key)
      if (cached && cached.until > now()) return cached.known
      const known = ask(key)
      cache.delete(key)
      if (cache.size >= CACHED_MOST) cache.delete(cache.keys().next().value as Key)
      cache.set(key, { known, until: now() + CACHED_MS })
      known.catch(() => cache.get(key)?.known === known && cache.delete(key))
      return known
    },
    clear: () => cache.clear(),
  }
}

const PRODUCT = PublicBrand.parse(DEFAULT_SETTINGS)

export function openBrands({ db, hosts, now = Date.now }: BrandParts): Brands {
  const brands = recent(async (tenant_id: number) => {
    const found = await db.system((q) => settingsOf(q, tenant_id))
    // No field but the public ones, whatever the settings have.
    return found && !found.isClosed ? PublicBrand.parse(found.settings) : PRODUCT
  }, now)
  // All at once: an id that somebody made up costs no look into the store.
  const policies = recent(async (_all: 'all') => {
    const rows = await db.system((q) =>
      q
        .selectFrom('organisation_setting as s')
        .innerJoin('tenant as t', 't.tenant_id', 's.tenant_id')
        .select(['s.policy_id', 's.settings'])
        .where('s.policy_id', 'is not', null)
        .where('t.closed_time', 'is', null)
        .execute(),
    )
    return new Map(
      rows.map(({ policy_id, settings }): [string | null, AllowedHosts] => {
        return [policy_id, allowedHosts(storedSettings(settings))]
      }),
    )
  }, now)
  const pictures = new Map<string, SentPicture>()
  let pictureBytes = 0

  function keepPicture(picture_id: string, picture: SentPicture): void {
    if (pictures.has(picture_id)) return
    pictures.set(picture_id, picture)
    pictureBytes += picture.content.length
    for (const [oldest, { content }] of pictures) {
      if (pictureBytes <= PICTURE_BYTES) break
      pictures.delete(oldest)
      pictureBytes -= content.length
    }
  }

  return {
    async ofHost(host) {
      const tenant_id = hosts.get(host.toLowerCase()) ?? hosts.get('*')
      return tenant_id === undefined ? PRODUCT : brands.get(tenant_id)
    },
    nameOf: async (tenant_id) => (await brands.get(tenant_id)).product_name,
    hostsOf: (tenant_id) => [...hosts].filter(([, id]) => id === tenant_id).map(([host]) => host),
    allowedBy: async (policy_id) => (await policies.get('all')).get(policy_id) ?? null,
    async picture(picture_id) {
      const kept = pictures.get(picture_id)
      if (kept) return kept
      const found = await db.system((q) =>
        q
          .selectFrom('organisation_picture')
          .select(['mime', 'content'])
          .where('picture_id', '=', picture_id)
          .executeTakeFirst(),
      )
      if (!found) return null
      keepPicture(picture_id, found)
      return found
    },
    forget() {
      brands.clear()
      policies.clear()
    },
  }
}
