import { type Kysely, sql } from 'kysely'
import { hasRight, type Right } from '../../../core/catalogue/held-rights.ts'
import type { Db } from '../db/db.ts'
import type { Row, Schema } from '../db/schema.ts'
import {
  type FreezeWork,
  type FrozenDocument,
  frozenDocument,
  groupsOfScreens,
  type NamedResource,
  type ServerAct,
  type ServerActs,
} from '../documents/index.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { ThreadEnded } from '../limits/limited-thread.ts'
import { expandsTooFar } from './point-items.ts'

const MB = 1 << 20
/** A published screen with its groups inside: everybody who opens it loads all of it. */
const SCREEN_BYTES = 8 * MB
/** All published screens of a template: what one publishing holds in memory. */
const TEMPLATE_BYTES = 64 * MB
/** Groups that one screen is made of. */
const GROUPS = 500
/** Groups that a refusal names. */
const NAMED = 3

/** A screen as it is to be published. */
interface Measured {
  screen_id: number
  screen_name: string
  revision: number
  /** Of the document with its groups inside. */
  bytes: number
  groups: NamedResource[]
}

export type FrozenScreen = Pick<Row<'screen'>, 'screen_id' | 'revision' | 'thumbnail' | 'thumbnail_tag'> &
  Omit<FrozenDocument, 'acts'>

const inMb = (bytes: number) => `${Math.round((bytes / MB) * 10) / 10} MB`

/** Names a screen that is too large, and what of the gallery makes it so. */
function tooLarge({ screen_name, bytes, groups }: Measured): WrongField {
  const largest = [...groups].sort((a, b) => b.bytes - a.bytes).slice(0, NAMED)
  const named = largest.map(({ resource_name, bytes: of }) => `${resource_name} (${inMb(of)})`).join(', ')
  const size = inMb(bytes)
  const most = inMb(SCREEN_BYTES)
  return new WrongField(
    'screens',
    {
      zh: `画面“${screen_name}”含 ${groups.length} 个图库组合（最多 ${GROUPS} 个），共 ${size}（最大 ${most}）${named && `。最大的组合：${named}`}`,
      en: `Screen “${screen_name}” has ${size} with its ${groups.length} groups of the gallery, of at most ${most} and ${GROUPS} groups${named && `. The largest groups: ${named}`}`,
    },
    '115002',
  )
}

function allTooLarge(screens: readonly Measured[]): WrongField {
  const largest = [...screens].sort((a, b) => b.bytes - a.bytes).slice(0, NAMED)
  const named = largest.map(({ screen_name, bytes }) => `${screen_name} (${inMb(bytes)})`).join(', ')
  const most = inMb(TEMPLATE_BYTES)
  return new WrongField(
    'screens',
    {
      zh: `模板的画面连同图库组合共超过 ${most}。最大的画面：${named}`,
      en: `The screens of the template have more than ${most} with their groups of the gallery. The largest screens: ${named}`,
    },
    '115002',
  )
}

/** Of each act: who may publish what does it (nobody where none is named), what it is, and what to do instead. */
const ACTS: Readonly<Record<ServerAct, { right: Right | null; zh: string; en: { does: string; instead: string } }>> = {
  change: {
    right: null,
    zh: '在数值变化时写入变量或确认报警，会以正在查看画面的人的权限执行：改用单击、双击、按下或松开触发，自动控制应由控制器完成',
    en: {
      does: 'writes a point or acknowledges alarms when a value changes, with the rights of whoever is watching',
      instead: 'use a click, double click, press or release instead, and leave what nobody presses to the controller',
    },
  },
  write: {
    right: 'P30400',
    zh: '不经询问就写入变量，只有拥有“写入数据”权限的人可以发布：改为写入前询问，或请有此权限的人发布',
    en: {
      does: 'writes a point without asking, which only somebody with the right “Write to devices” can publish',
      instead: 'let it ask before it writes, or have it published by somebody with that right',
    },
  },
  acknowledge: {
    right: 'P73100',
    zh: '确认报警，只有拥有“确认报警”权限的人可以发布：请有此权限的人发布',
    en: {
      does: 'acknowledges alarms, which only somebody with the right “Confirm alarms” can publish',
      instead: 'have it published by somebody with that right',
    },
  },
}

/**
 * Refuses what acts with the rights of others, by naming its control and the group that it came in by: nobody has a screen
 * do what he may not do himself.
 */
function requireOwnActs({ screen_name, groups }: Measured, acts: ServerActs, caller: Caller): void {
  for (const act of Object.keys(ACTS) as ServerAct[]) {
    const { right, zh, en } = ACTS[act]
    const acting = acts[act]
    if (!acting || (right !== null && hasRight(caller.roles, right))) continue
    const { control, group } = acting
    const known = groups.find(({ resource_id }) => group?.symbol === `gallery/${resource_id}`)
    const name = known?.resource_name ?? group?.name
    throw new WrongField('screens', {
      zh: `画面“${screen_name}”的控件“${control}”${name === undefined ? '' : `（组合“${name}”内）`}${zh}`,
      en: `Control “${control}” of screen “${screen_name}”${name === undefined ? '' : `, in the group “${name}”,`} ${en.does}: ${en.instead}`,
    })
  }
}

const screensOf = (q: Kysely<Schema>, template_id: number) =>
  q
    .selectFrom('screen')
    .select(['screen_id', 'screen_name', 'revision', 'thumbnail', 'thumbnail_tag'])
    .select(sql<number>`octet_length(document)`.as('bytes'))
    .where('template_id', '=', template_id)
    .orderBy('screen_id')

/** How large screens become, by what the gallery says of their groups: none of them is read for it. */
async function measured<S extends Omit<Measured, 'groups'>>(
  q: Kysely<Schema>,
  screens: readonly S[],
): Promise<(S & Pick<Measured, 'groups'>)[]> {
  const groupsOf = await groupsOfScreens(
    q,
    screens.map(({ screen_id }) => screen_id),
    GROUPS,
  )
  return screens.map((screen) => {
    const groups = groupsOf.get(screen.screen_id) ?? []
    const found = { ...screen, groups, bytes: groups.reduce((sum, { bytes }) => sum + bytes, screen.bytes) }
    if (found.bytes > SCREEN_BYTES || groups.length > GROUPS) throw tooLarge(found)
    return found
  })
}

/** Screens that are measured with one statement, which finds their groups. */
const MEASURED_AT_ONCE = 50

/** The screens of a template that can be published. Refuses with 115002, naming the screen, before any is read. */
export async function screensToFreeze(q: Kysely<Schema>, template_id: number): Promise<number[]> {
  const screens = await screensOf(q, template_id).execute()
  const all: Measured[] = []
  let total = 0
  for (let at = 0; at < screens.length; at += MEASURED_AT_ONCE) {
    for (const screen of await measured(q, screens.slice(at, at + MEASURED_AT_ONCE))) {
      all.push(screen)
      total += screen.bytes
      if (total > TEMPLATE_BYTES) throw allTooLarge(all)
    }
  }
  return all.map(({ screen_id }) => screen_id)
}

/** Freezes one screen as it is now; null for one that is gone. The store serves others while a thread works. */
async function frozenScreen(
  db: Db,
  caller: Caller,
  template_id: number,
  screen_id: number,
): Promise<FrozenScreen | null> {
  const { tenant_id } = caller
  const drawn = await db.tenant(tenant_id, async (q) => {
    const screen = await screensOf(q, template_id)
      .select('document')
      .where('screen_id', '=', screen_id)
      .executeTakeFirst()
    if (!screen) return null
    const [found] = await measured(q, [screen])
    return found ? { found, groups: await textsOf(q, found.groups) } : null
  })
  if (!drawn) return null
  const { found, groups } = drawn
  const { revision, thumbnail, thumbnail_tag } = found
  const { document, read, acts } = await frozenDocument({ document: found.document, groups }, tenant_id).catch(
    (error) => {
      if (!(error instanceof ThreadEnded)) throw error
      throw tooLarge(found)
    },
  )
  if (Buffer.byteLength(document) > SCREEN_BYTES) throw tooLarge(found)
  requireOwnActs(found, acts, caller)
  if (!read.points || !read.guards) throw expandsTooFar(found.screen_name)
  return { screen_id, revision, document, read, thumbnail, thumbnail_tag }
}

export async function frozenScreens(
  db: Db,
  caller: Caller,
  template_id: number,
  screen_ids: readonly number[],
): Promise<FrozenScreen[]> {
  const screens: FrozenScreen[] = []
  for (const screen_id of screen_ids) {
    const screen = await frozenScreen(db, caller, template_id, screen_id)
    if (screen) screens.push(screen)
  }
  return screens
}

/** Groups of controls in the gallery, by id. */
async function textsOf(q: Kysely<Schema>, groups: readonly NamedResource[]): Promise<FreezeWork['groups']> {
  if (groups.length === 0) return new Map()
  const ids = groups.map(({ resource_id }) => resource_id)
  const files = await q
    .selectFrom('resource_file')
    .select(['resource_id', 'content'])
    .where('resource_id', 'in', ids)
    .where('place', '=', 0)
    .execute()
  return new Map(files.map(({ resource_id, content }) => [resource_id, Buffer.from(content).toString()]))
}
