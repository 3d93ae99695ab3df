import { sql } from 'kysely'
import { TELEMETRY_LIMITS } from '../../../core/contract/telemetry.ts'
import type { Db } from '../db/db.ts'
import { numbers, texts } from '../telemetry/sql-array.ts'
import { isPointKey, readValue, typeOf } from './judge.ts'
import type { RawReading } from './parse.ts'

const FLUSH_MS = 1000
const MAX_WAITING = 10_000

interface Keeping {
  meetsStrangers: boolean
  provisioning: 'open' | 'list'
}

interface Stranger {
  sn_code: string
  behind: string | null
  last_seen_time: number
  reported: Record<string, string>
}

/**
 * What unregistered devices report: their keys with types, for whoever registers them, and when; no values.
 * SNs that never signed in here are kept too: those behind a Sparkplug node with the hash of the node's password, those
 * of an external broker (`meetsStrangers`) with a hash that no password has.
 */
export function openStrangers(db: Db, report: (error: unknown) => void, { meetsStrangers, provisioning }: Keeping) {
  const seen = new Map<string, Stranger>()
  let flushed: Promise<void> = Promise.resolve()

  const flush = async () => {
    const rows = [...seen.values()]
    seen.clear()
    if (rows.length === 0) return
    const given = sql`unnest(
      ${texts(rows.map(({ sn_code }) => sn_code))}::text[],
      ${numbers(rows.map(({ last_seen_time }) => last_seen_time))}::bigint[],
      ${texts(rows.map(({ reported }) => JSON.stringify(reported)))}::text[],
      ${texts(rows.map(({ behind }) => behind))}::text[]
    ) as given (sn_code, last_seen_time, reported, behind)`
    try {
      await db.system(async (q) => {
        if (provisioning !== 'list') {
          await sql`
            insert into unregistered_device (sn_code, password_hash, first_seen_time, last_seen_time)
            select given.sn_code, coalesce(
              (select password_hash from device where lower(sn_code) = lower(given.behind)),
              (select password_hash from unregistered_device where lower(sn_code) = lower(given.behind)),
              ''), given.last_seen_time, given.last_seen_time
            from ${given}
            where (given.behind is not null or ${meetsStrangers}::boolean) and (select count(*) from unregistered_device) < ${MAX_WAITING}
              and not exists (select from device where lower(device.sn_code) = lower(given.sn_code))
            on conflict do nothing`.execute(q)
        }
        await sql`
          update unregistered_device set
            last_seen_time = given.last_seen_time,
            reported = case
              when (select count(*) from jsonb_object_keys(unregistered_device.reported)) < ${TELEMETRY_LIMITS.keys}
              then unregistered_device.reported || given.reported::jsonb
              else unregistered_device.reported
            end
          from ${given} where lower(unregistered_device.sn_code) = lower(given.sn_code)`.execute(q)
      }, 'interactive')
    } catch (error) {
      report(error)
    }
  }
  const timer = setInterval(() => {
    flushed = flushed.then(flush)
  }, FLUSH_MS)

  return {
    report: (sn_code: string, readings: readonly RawReading[], behind: string | null): void => {
      const sn = sn_code.toLowerCase()
      if (!seen.has(sn) && seen.size >= MAX_WAITING) return
      const stranger = seen.get(sn) ?? { sn_code, behind, last_seen_time: 0, reported: {} }
      stranger.last_seen_time = Date.now()
      let keys = Object.keys(stranger.reported).length
      for (const { values } of readings) {
        for (const key in values) {
          if (Object.hasOwn(stranger.reported, key) || keys >= TELEMETRY_LIMITS.keys || !isPointKey(key)) continue
          const read = readValue(values[key])
          const type = typeof read === 'string' ? null : typeOf(read.value)
          if (type === null) continue
          stranger.reported[key] = type
          keys++
        }
      }
      seen.set(sn, stranger)
    },
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flushed
      await flush()
    },
  }
}
