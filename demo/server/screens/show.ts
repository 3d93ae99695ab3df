import { type Kysely, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Screen, ShownScreen } from '../../../core/contract/screen.ts'
import type { VideoSetting } from '../../../core/contract/template.ts'
import type { Schema } from '../db/schema.ts'
import { drawnVideos, summaryOf, withVersionsRead } from '../documents/index.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canSee, mayActOn, maySend, NOBODY } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { StoredJson } from '../http/stored-json.ts'
import { closedPoints, heldBy, heldItems } from '../rights/index.ts'
import { isSeen, seenTemplate, shownTemplate, withDetail } from '../templates/index.ts'
import { documentOf, ofTemplate, type ScreenParts, screenAsRow, screensAsRows } from './rows.ts'

type Showing = 'show' | 'watched' | 'thumbnail'

interface Wanted {
  screen_id?: number | undefined
  variant?: Screen['variant'] | undefined
}

/** Of a template's screens the named one; without a name the start screen of the variant, else of the other one. */
export function chosen(screens: readonly Screen[], { screen_id, variant = 'desktop' }: Wanted): Screen | undefined {
  if (screen_id !== undefined) return screens.find((screen) => screen.screen_id === screen_id)
  const ofVariant = screens.filter((screen) => screen.variant === variant)
  const some = ofVariant.length > 0 ? ofVariant : screens
  return some.find(({ is_start }) => is_start) ?? some[0]
}

type Published = Omit<ShownScreen, 'items' | 'asks'>

/** For whom nobody answers: everything is asked. */
export const ASKS_ALL: ShownScreen['asks'] = { write: true, acknowledge: true }

/** Addresses of cameras go to nobody whose screen does not show them. */
const named = (videos: readonly VideoSetting[], names: Iterable<string>): VideoSetting[] => {
  const known = new Set(names)
  return videos.filter(({ name }) => known.has(name))
}

/** A template's screen as it was published; null where none is, or not this one. For `withVersionsRead`. */
export async function publishedScreen(
  q: Kysely<Schema>,
  template_id: number,
  wanted: Wanted,
): Promise<Published | null> {
  const template = await q
    .selectFrom('template')
    .select(['template_id', 'module_name', 'published_time', 'videos'])
    .where('template_id', '=', template_id)
    .executeTakeFirst()
  if (!template || template.published_time === null) return null
  const screens = await screensAsRows(
    q,
    sql<boolean>`${ofTemplate(template_id)} and s.published_version_id is not null`,
  )
  const screen = chosen(screens, wanted)
  if (!screen) return null
  const { text, version_id } = await q
    .selectFrom('screen as s')
    .innerJoin('screen_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 's.tenant_id').onRef('v.version_id', '=', 's.published_version_id'),
    )
    .select(['v.document as text', 'v.version_id'])
    .where('s.screen_id', '=', screen.screen_id)
    .executeTakeFirstOrThrow()
  const { width, height, video_names } = await summaryOf(q, version_id)
  return {
    // Another size may have been drawn since.
    screen: { ...screen, width: width ?? screen.width, height: height ?? screen.height },
    document: new StoredJson(text),
    screens: screens.filter(({ screen_id }) => screen_id !== screen.screen_id),
    template: { template_id, module_name: template.module_name, is_published: true },
    videos: named(template.videos, video_names),
  }
}

/** Who draws is the tenant's affair. */
const withoutNames = (shown: Published): Published => ({
  ...shown,
  screen: { ...shown.screen, changed_by: '' },
  screens: shown.screens.map((screen) => ({ ...screen, changed_by: '' })),
})

/**
 * What presses on a published screen ask first: nobody has others do, by a screen that he drew, what he may not do himself.
 * By what its publisher may now, to the device that it is opened for.
 */
async function asksOf(
  q: Kysely<Schema>,
  { tenant_id }: Caller,
  template_id: number,
  device: Parameters<typeof canSee>[1] | undefined,
): Promise<ShownScreen['asks']> {
  if (!device) return ASKS_ALL
  const { published_user_id: user_id } = await q
    .selectFrom('template')
    .select('published_user_id')
    .where('template_id', '=', template_id)
    .executeTakeFirstOrThrow()
  const held = user_id === null ? null : await heldBy(q, { tenant_id, user_id })
  if (!held) return ASKS_ALL
  const publisher: Caller = { ...NOBODY, ...held }
  const mayWrite = maySend(publisher, device) && (await closedPoints(q, publisher, { template_id })).size === 0
  return { write: !mayWrite, acknowledge: !(mayActOn(publisher, device) && hasRight(publisher.roles, 'P73100')) }
}

/** Published templates with a screen to show, by id: the start screen of each, whose picture stands for it. */
async function startScreens(q: Kysely<Schema>) {
  const { rows } = await sql<{ template_id: number; screen_id: number; thumbnail: string | null }>`
    select distinct on (s.template_id) s.template_id, s.screen_id, v.thumbnail_tag as thumbnail
    from screen s
      join screen_version v on v.tenant_id = s.tenant_id and v.version_id = s.published_version_id
      join template t on t.tenant_id = s.tenant_id and t.template_id = s.template_id
    where t.published_time is not null
    order by s.template_id, s.variant, s.is_start desc, s.sort, s.screen_id`.execute(q)
  return new Map(rows.map((row) => [row.template_id, row]))
}

/** Answers of the screen domain that show what was drawn. */
export function screenShowAnswers({ db, fleet }: ScreenParts): Pick<Answers<Contract['screen'], Caller>, Showing> {
  /** The newest revision, for who draws. */
  async function draft(q: Kysely<Schema>, caller: Caller, screen_id: number): Promise<Published> {
    const screen = await screenAsRow(q, screen_id)
    const template = await seenTemplate(q, caller, screen.template_id)
    const { template_id, module_name, is_published, videos } = await withDetail(q, template)
    const screens = await screensAsRows(q, ofTemplate(template_id))
    const document = await documentOf(q, screen_id)
    return {
      screen,
      document: new StoredJson(document),
      screens: screens.filter((row) => row.screen_id !== screen_id),
      template: { template_id, module_name, is_published },
      videos: videos.length === 0 ? [] : named(videos, drawnVideos(document)),
    }
  }

  /**
   * The requested template, by a device, a screen or itself; each that is named must fit the others. `isSeen` is
   * false for who only sees what its devices show.
   */
  async function requestedTemplate(
    q: Kysely<Schema>,
    caller: Caller,
    { sn_code, template_id, screen_id }: { sn_code?: string | undefined; template_id?: number | undefined } & Wanted,
  ): Promise<{ template_id: number; isSeen: boolean }> {
    const named: (number | null)[] = []
    if (sn_code !== undefined) named.push(seenDevice(fleet, caller, sn_code).template_id)
    if (screen_id !== undefined) named.push((await screenAsRow(q, screen_id)).template_id)
    if (template_id !== undefined) named.push(template_id)
    const [first = null] = named
    if (named.length === 0)
      throw new WrongField('sn_code', { zh: '请指定设备、模板或画面', en: 'names no device, template or screen' })
    if (first === null || named.some((id) => id !== first)) throw new ApiError('115005')
    if (sn_code !== undefined) return { template_id: first, isSeen: false }
    return shownTemplate(q, fleet, caller, first)
  }

  return {
    show: (input, caller) =>
      withVersionsRead(db, caller.tenant_id, async (q) => {
        const { screen_id, variant } = input
        const { template_id, isSeen: seesTemplate } = await requestedTemplate(q, caller, input)
        const mayDraw = hasRight(caller.roles, 'P41600')
        // A device shows what was published, whoever looks at it.
        const isDraft = seesTemplate && screen_id !== undefined && mayDraw
        const shown = isDraft
          ? await draft(q, caller, screen_id)
          : await publishedScreen(q, template_id, { screen_id, variant })
        if (!shown) throw new ApiError('115005')
        const visible = caller.guest ? withoutNames(shown) : shown
        const device = input.sn_code === undefined ? undefined : fleet.get(input.sn_code)
        const asks = isDraft ? ASKS_ALL : await asksOf(q, caller, template_id, device)
        return { ...visible, items: await heldItems(q, caller, template_id), asks }
      }),

    watched: (_input, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const starts = await startScreens(q)
        let without = 0
        const devices = [...fleet.devices(caller.tenant_id)].flatMap((device) => {
          if (!canSee(caller, device)) return []
          const start = device.template_id === null ? undefined : starts.get(device.template_id)
          if (!start) {
            without += 1
            return []
          }
          const { sn_code, dev_alias, group_id } = device
          return [{ sn_code, dev_alias, group_id, ...start }]
        })
        const { rows } = await sql<{ template_id: number; module_name: string }>`
          select t.template_id, t.module_name from template t
          where ${isSeen(caller)} and not exists (select from device d where d.template_id = t.template_id)
          order by t.module_name`.execute(q)
        const templates = rows.flatMap((row) => {
          const start = starts.get(row.template_id)
          return start ? [{ ...row, ...start }] : []
        })
        devices.sort((a, b) => (a.sn_code < b.sn_code ? -1 : 1))
        return { devices, templates, without }
      }),

    thumbnail: ({ screen_id, version_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        if (screen_id === undefined && version_id === undefined)
          throw new WrongField('screen_id', { zh: '请指定画面或版本', en: 'names no screen and no version' })
        const version = version_id === undefined ? undefined : await versionPicture(q, version_id)
        if (version_id !== undefined && version?.screen_id !== (screen_id ?? version?.screen_id))
          throw new ApiError('115005')
        const { template_id, ...screen } = await screenAsRow(q, screen_id ?? version?.screen_id ?? 0)
        const template = await shownTemplate(q, fleet, caller, template_id)
        if (template.isSeen) return version ?? (await screenPicture(q, screen.screen_id))
        // Whoever only sees a device of it sees the picture of what the device shows.
        const published = version_id === undefined ? await publishedPicture(q, screen.screen_id) : undefined
        if (!published) throw new ApiError('115005')
        return published
      }),
  }
}

const versionPicture = (q: Kysely<Schema>, version_id: number) =>
  q
    .selectFrom('screen_version')
    .select(['screen_id', 'thumbnail as picture'])
    .where('version_id', '=', version_id)
    .executeTakeFirst()

const screenPicture = (q: Kysely<Schema>, screen_id: number) =>
  q.selectFrom('screen').select('thumbnail as picture').where('screen_id', '=', screen_id).executeTakeFirstOrThrow()

const publishedPicture = (q: Kysely<Schema>, screen_id: number) =>
  q
    .selectFrom('screen as s')
    .innerJoin('screen_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 's.tenant_id').onRef('v.version_id', '=', 's.published_version_id'),
    )
    .select('v.thumbnail as picture')
    .where('s.screen_id', '=', screen_id)
    .executeTakeFirst()
