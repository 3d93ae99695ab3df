import { type Kysely, sql } from 'kysely'
import type { Words } from '../../../core/catalogue/words.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { Brand, type KeptSettings, type OrganisationSettings } from '../../../core/contract/organisation-settings.ts'
import { wrongAccent, wrongSeries } from '../../../core/rules/brand-colours.ts'
import { wrongMapSource } from '../../../core/rules/map-source.ts'
import { changesOf, writeChange } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, recordNameOf } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { mapFilesOf, mapsFolder } from '../http/map-files.ts'
import type { Settings } from '../settings.ts'
import { allowedHosts, type Brands } from './brands.ts'
import { requireNewest } from './newest.ts'
import { checkedPicture, describedPictures, dropUnnamed, keepPicture, randomId, requirePictures } from './pictures.ts'
import { type FoundSettings, settingsOf } from './rows.ts'

export { customMenuAnswers } from './menu.ts'

export interface OrganisationSettingsParts {
  db: Db
  fleet: Fleet
  brands: Brands
  settings: Pick<Settings, 'MAPS_DIR' | 'DATA_DIR'>
  now?: () => number
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/svg+xml': 'svg', 'image/jpeg': 'jpg' }

/** Refuses colours that cannot be read, each at its field. */
function requireColours({ accent, palette, own_colours }: OrganisationSettings): void {
  const refuse = (field: string, words: Words | null) => {
    if (words) throw new WrongField(field, words)
  }
  if (accent !== null) refuse('accent', wrongAccent(accent))
  if (palette !== 'own') return
  if (own_colours.length < 10) refuse('own_colours', { zh: '需要 10 种颜色', en: 'need 10 colours' })
  for (const [place, colour] of own_colours.entries()) {
    refuse(`own_colours.${place}`, wrongSeries(colour))
    if (own_colours.indexOf(colour) < place)
      refuse(`own_colours.${place}`, { zh: '与前面的颜色相同', en: 'is the same as one before it' })
  }
}

export function organisationSettingsAnswers({
  db,
  fleet,
  brands,
  settings: installed,
  now = Date.now,
}: OrganisationSettingsParts): Answers<Contract['organisationSettings'], Caller> {
  const found = async (q: Kysely<Schema>, { tenant_id }: Caller): Promise<FoundSettings> => {
    const settings = await settingsOf(q, tenant_id)
    if (!settings) throw new ApiError('100002')
    return settings
  }
  const asKept = async (
    { settings, version, changed_time, changed_by }: FoundSettings,
    { tenant_id }: Caller,
  ): Promise<KeptSettings> => ({
    settings,
    version,
    changed_time,
    changed_by,
    sign_in_hosts: brands.hostsOf(tenant_id),
    map_files: await mapFilesOf(mapsFolder(installed)),
  })

  return {
    publicBrand: (_input, { host = '' }) => brands.ofHost(host),

    async picture({ picture_id }) {
      const picture = await brands.picture(picture_id)
      if (!picture) throw new ApiError('100002', { status: 404 })
      const { mime, content } = picture
      const extension = EXTENSIONS[mime] ?? mime.slice('image/'.length)
      return { name: `picture.${extension}`, mime, content, is_kept: true }
    },

    brand: (_input, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { settings, policy } = await found(q, caller)
        return Brand.parse({ ...settings, policy })
      }),

    read: async (_input, caller) => asKept(await db.tenant(caller.tenant_id, (q) => found(q, caller)), caller),

    async upload({ kind, file }, caller) {
      const checked = await checkedPicture(kind, file, caller)
      return db.tenant(caller.tenant_id, async (q) => {
        const time = now()
        const uploaded = await keepPicture(q, caller, kind, checked, time)
        await dropUnnamed(q, (await found(q, caller)).settings, time)
        return uploaded
      })
    },

    async save({ version, ...settings }, caller) {
      const { tenant_id } = caller
      requireColours(settings)
      for (const [field, words] of Object.entries(wrongMapSource(settings))) throw new WrongField(field, words)
      const saved = await db.tenant(tenant_id, async (q) => {
        // One after the other, also for the first time.
        await sql`select from tenant where tenant_id = ${tenant_id} for update`.execute(q)
        const before = await found(q, caller)
        await requireNewest(q, caller, before, version)
        await requirePictures(q, settings)
        const time = now()
        const { timezone, week_start, ...stored } = settings
        const hasHosts = Object.values(allowedHosts(settings)).some((some) => some.length > 0)
        const isSamePolicy = JSON.stringify(allowedHosts(settings)) === JSON.stringify(allowedHosts(before.settings))
        const policy_id = hasHosts ? (isSamePolicy && before.policy) || randomId() : null
        const row = {
          settings: JSON.stringify(stored),
          version: before.version + 1,
          changed_time: time,
          user_name: recordNameOf(caller),
          policy_id,
        }
        const detail = changesOf(
          { ...before.settings, ...(await describedPictures(q, before.settings)) },
          { ...settings, ...(await describedPictures(q, settings)) },
        )
        await q
          .insertInto('organisation_setting')
          .values({ tenant_id, ...row })
          .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
          .execute()
        await q.updateTable('tenant').set({ timezone, week_start }).where('tenant_id', '=', tenant_id).execute()
        await dropUnnamed(q, settings, time)
        await writeChange(q, caller, { action: 'organisation-settings', detail }, time)
        const isMoved = timezone !== before.settings.timezone
        return { found: await found(q, caller), isMoved }
      })
      brands.forget()
      // Rules that are suppressed by the hour of the day are placed with their zone.
      if (saved.isMoved) fleet.emit('rules', [...fleet.devices(tenant_id)])
      return asKept(saved.found, caller)
    },
  }
}
