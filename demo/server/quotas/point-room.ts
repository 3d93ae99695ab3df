import { getHeapStatistics } from 'node:v8'
import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../http/field-errors.ts'
import { notifyQuotaNear } from '../messages/index.ts'
import { keptBy } from './kept-by.ts'

/** What of an installation's quotas says how many points of all organisations the server has memory for. */
export const ALL_POINTS = 'all_points'
/** Bytes of the heap for a point with its newest value, and as many for all else that the server has in memory. */
const POINT_BYTES = 2048
/** Bytes of the JSON of an enum's words that take as much of the heap as a point; as `points_of_all` counts them. */
const WORDS_OF_POINT = 256

/** So many an organisation may have whatever the others have: nobody keeps it from its first devices. */
export const POINTS_OF_EACH = 10_000

/** Points of all organisations that a server with so large a heap takes. */
export const pointsInMemory = (heap: number = getHeapStatistics().heap_size_limit): number =>
  Math.floor(heap / POINT_BYTES / 100_000) * 100_000

const tooMany = (field: string, kept: number) =>
  new WrongField(
    field,
    { zh: `组织的数据项合计最多 ${kept} 个`, en: `the organisation may have at most ${kept} points in all` },
    '100019',
  )

const tooManyWords = (field: string) => {
  const most = LIMITS.enumBytes / 1024 ** 2
  return new WrongField(
    field,
    {
      zh: `组织的枚举文本合计最多 ${most} MB`,
      en: `the words of all enums of the organisation may have ${most} MB at most`,
    },
    '100019',
  )
}

const serverFull = (field: string, most: number) =>
  new WrongField(
    field,
    {
      zh: `服务器的内存最多容纳所有组织合计 ${most} 个数据项（枚举文本每 ${WORDS_OF_POINT} 字节计为一个），请联系服务器的运营方`,
      en: `the memory of the server holds ${most} points of all organisations, ${WORDS_OF_POINT} bytes of enum words as one: ask its operator for more`,
    },
    '100019',
  )

const serverShared = (field: string, most: number) =>
  new WrongField(
    field,
    {
      zh: `服务器剩余的内存由各组织共享，您的组织目前最多 ${most} 个数据项（枚举文本每 ${WORDS_OF_POINT} 字节计为一个），请联系服务器的运营方`,
      en: `organisations share the memory that the server has left: yours may have ${most} points for now, ${WORDS_OF_POINT} bytes of enum words as one, ask its operator for more`,
    },
    '100019',
  )

interface Room {
  points: number
  enum_bytes: number
  kept: number | null
  /** Of all organisations, and how many of them the server has memory for. */
  all: number
  most: number | null
  /** The operator's own, which may have all that there is. */
  isFirst: boolean
  isChanged: boolean
}

/** Points, and bytes of words of their enums. */
interface Added {
  points: number
  words: number
}

/** Why an organisation may not have so many more points: it has too many, or there is no memory for them. Null where it may. */
function refusalOf(room: Room, more: Added, field: string): WrongField | null {
  const { points, enum_bytes, kept, all, most, isFirst } = room
  if (kept !== null && points + more.points > kept) return tooMany(field, kept)
  if (more.words > 0 && enum_bytes + more.words > LIMITS.enumBytes) return tooManyWords(field)
  const held = points + Math.floor(enum_bytes / WORDS_OF_POINT)
  const added = more.points + Math.ceil(more.words / WORDS_OF_POINT)
  if (most === null || held + added <= POINTS_OF_EACH) return null
  if (all + added > most) return serverFull(field, most)
  // As much as is left for all others, as switches share the memory of their queues (Choudhury and Hahne, 1998): however many
  // come, something is left for the next.
  const share = Math.max(POINTS_OF_EACH, Math.floor((most - all + held) / 2))
  return !isFirst && held + added > share ? serverShared(field, share) : null
}

function requireRoom(room: Room, more: Added, field: string): void {
  const refusal = refusalOf(room, more, field)
  if (refusal) throw refusal
}

async function roomOf(q: Kysely<Schema>, tenant_id: number): Promise<Room> {
  const { rows } = await sql<Room>`
    select coalesce(c.points, 0)::bigint as points, coalesce(c.enum_bytes, 0)::bigint as enum_bytes, k.kept,
      points_of_all() as all, quota_most(${ALL_POINTS}) as most, is_first_tenant(k.tenant_id) as "isFirst",
      coalesce(c.xmin = pg_current_xact_id_if_assigned()::xid, false) as "isChanged"
    from (${keptBy('points')}) k left join point_count c on c.tenant_id = k.tenant_id
    where k.tenant_id = ${tenant_id}`.execute(q)
  return rows[0] ?? { points: 0, enum_bytes: 0, kept: null, all: 0, most: null, isFirst: true, isChanged: false }
}

/**
 * Throws 100019 at `field` where this transaction added points, or words to their enums, and the organisation has more of
 * them now than it may have. Stands behind every statement that adds some: until its transaction ends nobody else of the
 * organisation adds any.
 */
export async function requirePointRoom(q: Kysely<Schema>, tenant_id: number, field: string = 'points'): Promise<void> {
  const room = await roomOf(q, tenant_id)
  const { enum_bytes, isChanged } = room
  if (!isChanged) return
  requireRoom(room, { points: 0, words: 0 }, field)
  if (enum_bytes > LIMITS.enumBytes) throw tooManyWords(field)
}

/**
 * Throws the same where devices that get the points of a template afterwards, or those of these `keys`, would have too many.
 */
export async function requireRoomForTemplate(
  q: Kysely<Schema>,
  { tenant_id, template_id }: { tenant_id: number; template_id: number },
  device_ids: readonly number[],
  field: string,
  keys: readonly string[] | null = null,
): Promise<void> {
  if (keys?.length === 0 || device_ids.length === 0) return
  const isOfKeys = keys === null ? sql`true` : sql`key = any(${[...keys]}::text[])`
  const room = await roomOf(q, tenant_id)
  const { rows: sizes } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(octet_length(enum_text::text)), 0)::bigint as bytes
      from template_point where template_id = ${template_id} and ${isOfKeys}`.execute(q)
  const { count = 0, bytes = 0 } = sizes[0] ?? {}
  // What the devices have already is looked at only where it matters: they may have millions.
  const most = { points: count * device_ids.length, words: bytes * device_ids.length }
  if (!refusalOf(room, most, field)) return
  const { rows } = await sql<{ lacking: number; words: number }>`
    select count(*) filter (where own.point_id is null) as lacking,
      coalesce(sum(coalesce(octet_length(p.enum_text::text), 0) - coalesce(octet_length(own.enum_text::text), 0)), 0)::bigint
        as words
      from device d join (select * from template_point where template_id = ${template_id} and ${isOfKeys}) p
          on p.tenant_id = d.tenant_id
        left join point own on own.tenant_id = d.tenant_id and own.device_id = d.device_id and own.key = p.key
      where d.device_id = any(${[...device_ids]}::bigint[]) and not d.is_virtual`.execute(q)
  const { lacking = 0, words = 0 } = rows[0] ?? {}
  // What takes no more room is given, also where there is less than there is of it already.
  if (lacking === 0 && words <= 0) return
  requireRoom(lacking > 0 ? room : { ...room, kept: null }, { points: lacking, words: Math.max(0, words) }, field)
}

/** Notifies administrators of those of these organisations that have nearly as many points as they may have. Runs as the owner, for a job. */
export async function notifyPointsNear(q: Kysely<Schema>, tenant_ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ tenant_id: number; user_id: number; percent: number }>`
    select u.tenant_id, u.user_id, least(c.points * 100 / greatest(k.kept, 1), 1000)::int as percent
    from point_count c
      join (${keptBy('points')}) k on k.tenant_id = c.tenant_id
      join app_user u on u.tenant_id = c.tenant_id and u.user_type = 1 and u.is_active = 1
    where c.tenant_id = any(${[...tenant_ids]}::bigint[]) and c.points > 0 and c.points * 100 >= k.kept * ${LIMITS.quotaNear}`.execute(
    q,
  )
  for (const near of rows) await notifyQuotaNear(q, { ...near, quota: 'points' })
}
