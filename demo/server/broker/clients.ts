import type { Client } from 'aedes'
import { isSameSn } from '../../../core/rules/sn.ts'
import type { Owner } from '../limits/loop-accounts.ts'

/** Of a connection, as far as it is known by now. */
interface Known {
  sn_code: string
  owner: Owner
  /** Of the password that it signed in with. */
  password_salt: string | null
  /** That it asked for. */
  client_id: string
  /** Why it ended, where the server knows. */
  reason?: string
  /** Topic of a last will that was taken off, until it is known whose it is. */
  wrongWill?: string
}

/** Devices that nobody registered share the time of one organisation. */
export const UNREGISTERED: Owner = 'unregistered'

/** Connections of devices: who each is, and which are open. */
export class Clients {
  readonly #known = new WeakMap<Client, Known>()
  readonly #open = new Map<string, Set<Client>>()

  of(client: Client): Known {
    const known = this.#known.get(client) ?? {
      sn_code: '',
      owner: UNREGISTERED,
      password_salt: null,
      client_id: '',
    }
    this.#known.set(client, known)
    return known
  }

  snOf(client: Client | null): string {
    return client ? this.of(client).sn_code : ''
  }

  /** How many a device has open. */
  countOf(sn_code: string): number {
    return this.#open.get(sn_code)?.size ?? 0
  }

  add(client: Client): void {
    const sn = this.snOf(client)
    const clients = this.#open.get(sn) ?? new Set()
    this.#open.set(sn, clients.add(client))
  }

  /** False for one that is not open. */
  delete(client: Client): boolean {
    const sn = this.snOf(client)
    const clients = this.#open.get(sn)
    if (!clients?.delete(client)) return false
    if (clients.size === 0) this.#open.delete(sn)
    return true
  }

  /** Ends a device's connections. */
  disconnect(sn_code: string): void {
    for (const [sn, clients] of this.#open) {
      if (!isSameSn(sn, sn_code)) continue
      for (const client of [...clients]) client.close()
    }
  }
}
