import type { Kysely } from 'kysely'
import { TELEMETRY_LIMITS } from '../../../core/contract/telemetry.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import {
  insertUnregistered,
  knownUnregistered,
  listedOf,
  type SeenRow,
  updateReported,
} from '../db/unregistered-rows.ts'
import { type Budget, takeAll } from '../limits/limiter.ts'
import { claimsOfNetwork } from '../limits/rates.ts'
import { unknownKeys } from './check-value.ts'
import type { RawReading } from './parse.ts'

const FLUSH_MS = 1000
const MAX_WAITING = 10_000
/** Of these, behind one Sparkplug node: others keep their places. */
const MAX_BEHIND = 1000

interface Keeping {
  takesUnregistered: boolean
  provisioning: 'open' | 'list'
  newDevices: Budget
}

type Seen = SeenRow & { network: string | null }

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

  const keep = async (q: Kysely<Schema>, rows: readonly Seen[]) => {
    const known = await knownUnregistered(q, rows)
    const unknown = rows.filter(({ sn_code }) => !known.has(snKey(sn_code)))
    if (unknown.length > 0) {
      const admitted = provisioning === 'open' ? unknown : await listedOf(q, unknown)
      const fresh = admitted.filter(
        ({ network }) => network === null || takeAll(claimsOfNetwork(newDevices, network)) === 0,
      )
      await insertUnregistered(q, fresh, takesUnregistered)
    }
    await updateReported(q, rows)
  }

  const flush = async () => {
    const rows = [...seen.values()]
    seen.clear()
    behindNode.clear()
    if (rows.length === 0) return
    try {
      await db.system(async (q) => {
        // What a device reports itself goes before what any node says of it.
        const own = rows.filter(({ behind }) => behind === null)
        const ofNodes = rows.filter(({ behind }) => behind !== null)
        for (const some of [own, ofNodes]) await keep(q, some)
      }, 'interactive')
    } catch (error) {
      report(error)
    }
  }
  const timer = setInterval(() => {
    flushed = flushed.then(flush)
  }, FLUSH_MS)

  return {
    report: (sn_code: string, readings: readonly RawReading[], behind: Behind | null): void => {
      const reporter = behind === null ? snKey(sn_code) : `${snKey(sn_code)} ${snKey(behind.sn_code)}`
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
