import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { TELEMETRY_LIMITS } from '../../../core/contract/telemetry.ts'
import { isSameSn, snKey } from '../../../core/rules/sn.ts'
import type { Db } from '../db/db.ts'
import { piecesOf } from '../db/pieces.ts'
import type { Schema } from '../db/schema.ts'
import { insertUnregistered, keptUnregistered, listedOf, type SeenRow, writeReported } from '../db/unregistered-rows.ts'
import { type Budget, takeAll } from '../limits/limiter.ts'
import { claimsOfNetwork } from '../limits/rates.ts'
import { unknownKeys } from './check-value.ts'
import type { RawReading } from './parse.ts'

const FLUSH_MS = 1000
const MAX_WAITING = 10_000
/** Keys of devices that are looked at in one transaction: some ten milliseconds of the store. */
const KEYS_AT_ONCE = 2000
/** When a device was seen last is kept no more often. */
const SEEN_MS = MINUTE_MS
/** Of these, behind one Sparkplug node: others keep their places. */
const MAX_BEHIND = 1000

interface Keeping {
  takesUnregistered: boolean
  provisioning: 'open' | 'list'
  newDevices: Budget
}

type Seen = SeenRow & { network: string | null }

const reporterOf = ({ sn_code, behind }: Pick<SeenRow, 'sn_code' | 'behind'>): string =>
  behind === null ? snKey(sn_code) : `${snKey(sn_code)} ${snKey(behind)}`

/** What is new of a device that is kept; undefined where nothing is, and where a node speaks of one that is not behind it. */
function newsOf(known: SeenRow, { behind, reported, last_seen_time }: Seen): SeenRow | undefined {
  if (behind !== null && !isSameSn(known.behind, behind)) return undefined
  const merged = { ...known.reported }
  let room = TELEMETRY_LIMITS.keys - Object.keys(merged).length
  let isNews = behind === null && known.behind !== null
  for (const [key, type] of Object.entries(reported)) {
    const isKnown = Object.hasOwn(merged, key)
    if (isKnown ? merged[key] === type : room <= 0) continue
    if (!isKnown) room -= 1
    merged[key] = type
    // A type that comes and goes is written no more often than when it was seen.
    isNews ||= !isKnown
  }
  if (!isNews && last_seen_time < known.last_seen_time + SEEN_MS) return undefined
  return { sn_code: known.sn_code, behind: behind === null ? null : known.behind, last_seen_time, reported: merged }
}

const keysOf = ({ reported }: Seen) => Object.keys(reported).length + 1

/** The node that a device is behind, and the network that the node came from. */
export interface Behind {
  sn_code: string
  network: string
}

/**
 * What unregistered devices report: their keys with types, for whoever registers them, and when; no values.
 * SNs that never signed in here are kept too: those behind a Sparkplug node with the hash of the node's password, as
 * many as its network may bring, those
 * of an external broker (`takesUnregistered`) with a hash that no password has.
 */
export function openUnregistered(
  db: Db,
  report: (error: unknown) => void,
  { takesUnregistered, provisioning, newDevices }: Keeping,
) {
  /** By SN and who reports it. */
  const seen = new Map<string, Seen>()
  const behindNode = new Map<string, number>()
  let flushed: Promise<void> = Promise.resolve()

  const isAdmitted = ({ network }: Seen) => network === null || takeAll(claimsOfNetwork(newDevices, network)) === 0

  /** Reporters of what is kept, and of nothing new until then. */
  const told = new Map<string, { digest: string; until: number }>()
  const digestOf = ({ reported }: Seen) => createHash('sha1').update(JSON.stringify(reported)).digest('base64')
  const isTold = (row: Seen): boolean => {
    const before = told.get(reporterOf(row))
    return before !== undefined && row.last_seen_time < before.until && before.digest === digestOf(row)
  }
  const tell = (row: Seen): void => {
    told.delete(reporterOf(row))
    if (told.size >= MAX_WAITING) told.delete(told.keys().next().value as string)
    told.set(reporterOf(row), { digest: digestOf(row), until: row.last_seen_time + SEEN_MS })
  }

  const keep = async (q: Kysely<Schema>, rows: readonly Seen[]): Promise<Seen[]> => {
    const sn_codes = rows.map(({ sn_code }) => sn_code)
    let kept = await keptUnregistered(q, sn_codes)
    const unknown = rows.filter(({ sn_code }) => !kept.has(snKey(sn_code)))
    const fresh = (provisioning === 'open' ? unknown : await listedOf(q, unknown)).filter(isAdmitted)
    if (fresh.length > 0) {
      await insertUnregistered(q, fresh, takesUnregistered)
      kept = await keptUnregistered(q, sn_codes)
    }
    const news = rows.flatMap((row) => {
      const known = kept.get(snKey(row.sn_code))
      return (known && newsOf(known, row)) ?? []
    })
    if (news.length > 0) await writeReported(q, news)
    return rows.filter(({ sn_code }) => kept.has(snKey(sn_code)))
  }

  const flush = async () => {
    const rows = [...seen.values()].filter((row) => !isTold(row))
    seen.clear()
    behindNode.clear()
    // What a device reports itself goes before what any node says of it.
    const own = rows.filter(({ behind }) => behind === null)
    const ofNodes = rows.filter(({ behind }) => behind !== null)
    for (const piece of [own, ofNodes].flatMap((rows) => piecesOf(rows, KEYS_AT_ONCE, keysOf))) {
      const kept = await db.system((q) => keep(q, piece), 'interactive').catch(report)
      if (!kept) return
      for (const row of kept) tell(row)
    }
  }
  const timer = setInterval(() => {
    flushed = flushed.then(flush)
  }, FLUSH_MS)

  return {
    /** Who signs in may be kept anew. */
    arrived: (sn_code: string): void => void told.delete(snKey(sn_code)),
    report: (sn_code: string, readings: readonly RawReading[], behind: Behind | null): void => {
      const reporter = reporterOf({ sn_code, behind: behind?.sn_code ?? null })
      if (!seen.has(reporter)) {
        const places = behind === null ? 0 : (behindNode.get(behind.sn_code) ?? 0)
        if (seen.size >= MAX_WAITING || places >= MAX_BEHIND) return
        if (behind !== null) behindNode.set(behind.sn_code, places + 1)
      }
      const device = seen.get(reporter) ?? {
        sn_code,
        behind: behind?.sn_code ?? null,
        network: behind?.network ?? null,
        last_seen_time: 0,
        reported: {},
      }
      device.last_seen_time = Date.now()
      const { types } = unknownKeys(readings, (key) => Object.hasOwn(device.reported, key))
      const room = TELEMETRY_LIMITS.keys - Object.keys(device.reported).length
      for (const [key, type] of [...types].slice(0, room)) device.reported[key] = type
      seen.set(reporter, device)
    },
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flushed
      await flush()
    },
  }
}
