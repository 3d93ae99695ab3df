import type { Db } from '../db/db.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { type Caller, canPassOn, NOBODY } from '../http/caller.ts'
import { heldBy } from '../rights/index.ts'

/**
 * What virtual devices may read: what whoever saved them last sees now. Those whose maker nobody knows, from before it was
 * kept, read all of their organisation, as an administrator's do; those of a user who is gone or locked read nothing.
 */
export interface Sight {
  /** False also while it is not known yet what the maker sees. */
  sees(device: LiveDevice, source: LiveDevice): boolean
  isKnown(device: LiveDevice): boolean
  /** Finds out what the maker of a virtual device sees. */
  meet(device: LiveDevice): Promise<void>
  /**
   * Finds it out anew for all makers, or those of one organisation, and notifies the listeners. What is requested while it
   * is found out is found out once after that, however often it is requested.
   */
  renew(tenant_id?: number): Promise<void>
  /** Hears of the organisation, or of all when none is named. Returns what ends the listening. */
  onRenewed(listener: (tenant_id?: number) => void): () => void
}

type Maker = Pick<LiveDevice, 'tenant_id' | 'saved_user_id'>

const keyOf = ({ tenant_id, saved_user_id }: Maker) => `${tenant_id}/${saved_user_id}`

export async function openSight({ db, fleet }: { db: Db; fleet: Fleet }): Promise<Sight> {
  /** By maker; null sees nothing. */
  const makers = new Map<string, Caller | null>()
  const listeners = new Set<(tenant_id?: number) => void>()
  /** Of two looks at the same maker the later begun one counts. */
  let begun = 0
  const counted = new Map<string, number>()

  async function load(maker: Maker, priority: 'interactive' | 'reports'): Promise<void> {
    const { tenant_id, saved_user_id: user_id } = maker
    if (user_id === null) return
    begun += 1
    const turn = begun
    const held = await db.system((q) => heldBy(q, { tenant_id, user_id }), priority)
    const key = keyOf(maker)
    if ((counted.get(key) ?? 0) > turn) return
    counted.set(key, turn)
    makers.set(key, held && { ...NOBODY, ...held })
  }

  async function loadAll(tenant_id?: number): Promise<void> {
    const wanted = new Map<string, LiveDevice>()
    const devices = tenant_id === undefined ? fleet.all() : fleet.devices(tenant_id)
    for (const device of devices) if (device.is_virtual) wanted.set(keyOf(device), device)
    if (tenant_id === undefined) forgetAllBut(wanted)
    for (const maker of wanted.values()) await load(maker, tenant_id === undefined ? 'reports' : 'interactive')
    for (const listener of listeners) listener(tenant_id)
  }

  function forgetAllBut(wanted: ReadonlyMap<string, LiveDevice>): void {
    for (const key of makers.keys())
      if (!wanted.has(key)) {
        makers.delete(key)
        counted.delete(key)
      }
  }

  /** By organisation: what has not begun, and what was begun or will be last. */
  const waiting = new Map<number | undefined, Promise<void>>()
  const last = new Map<number | undefined, Promise<void>>()

  function renew(tenant_id?: number): Promise<void> {
    const next = waiting.get(tenant_id)
    if (next) return next
    const before = last.get(tenant_id) ?? Promise.resolve()
    const mine = before
      .catch(() => {})
      .then(() => {
        waiting.delete(tenant_id)
        return loadAll(tenant_id)
      })
      .finally(() => {
        if (last.get(tenant_id) === mine) last.delete(tenant_id)
      })
    waiting.set(tenant_id, mine)
    last.set(tenant_id, mine)
    return mine
  }

  await renew()
  return {
    sees(device, source) {
      if (device.saved_user_id === null) return true
      const maker = makers.get(keyOf(device))
      return maker ? canPassOn(maker, source) : false
    },
    isKnown: (device) => device.saved_user_id === null || makers.has(keyOf(device)),
    meet: (device) => load(device, 'interactive'),
    renew,
    onRenewed(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
