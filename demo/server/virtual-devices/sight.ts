import type { Db } from '../db/db.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { type Caller, canSee, NOBODY } from '../http/caller.ts'
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
  /** Finds it out anew for all makers, or those of one organisation, and notifies the listeners. */
  renew(tenant_id?: number): Promise<void>
  /** Returns what ends the listening. */
  onRenewed(listener: () => void): () => void
}

type Maker = Pick<LiveDevice, 'tenant_id' | 'saved_user_id'>

const keyOf = ({ tenant_id, saved_user_id }: Maker) => `${tenant_id}/${saved_user_id}`

export async function openSight({ db, fleet }: { db: Db; fleet: Fleet }): Promise<Sight> {
  /** By maker; null sees nothing. */
  const makers = new Map<string, Caller | null>()
  const listeners = new Set<() => void>()
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

  async function renew(tenant_id?: number): Promise<void> {
    const wanted = new Map<string, LiveDevice>()
    for (const device of fleet.all()) if (device.is_virtual) wanted.set(keyOf(device), device)
    for (const key of makers.keys())
      if (!wanted.has(key)) {
        makers.delete(key)
        counted.delete(key)
      }
    for (const maker of wanted.values())
      if (tenant_id === undefined || maker.tenant_id === tenant_id)
        await load(maker, tenant_id === undefined ? 'reports' : 'interactive')
    for (const listener of listeners) listener()
  }

  await renew()
  return {
    sees(device, source) {
      if (device.saved_user_id === null) return true
      const maker = makers.get(keyOf(device))
      return maker ? canSee(maker, source) : false
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
