import type { RefusalReason } from '../diagnostics/metrics.ts'
import type { Owner } from '../limits/loop-accounts.ts'
import type { UpTopic } from './rights.ts'

/** What a broker hands over. Nothing that a device sends makes any of these throw. */
export interface Uplink {
  /**
   * A message that has just arrived: who it is from is decided now. `password_salt`: of the password that its device signed in
   * with, undefined where the broker does not say. What it returns takes it, as often as need be: it resolves when what was in
   * the message is durable or refused, and rejects when the store is away, and where whoever signed in is the SN's device no
   * longer. Do not acknowledge then.
   */
  receive(message: {
    sn_code: string
    password_salt: string | null | undefined
    topic: string
    up: UpTopic
    payload: Uint8Array
  }): () => Promise<void>
  arrived(sn_code: string, detail: { address?: string; client_id?: string }): void
  /** `owner`: the organisation that it signed in to. It is no line in the log of another one's device. */
  left(sn_code: string, reason: string, owner?: Owner): void
  refuse(sn_code: string, reason: RefusalReason, detail: Record<string, unknown>): void
  signInRefused(sn_code: string, reason: string, address: string): void
}
