import type { RefusalReason } from '../diagnostics/metrics.ts'
import type { UpTopic } from './rights.ts'

/** What a broker hands over. Nothing that a device sends makes any of these throw. */
export interface Uplink {
  /** Resolves when what was in the message is durable. Rejects only when the store is away: do not acknowledge then. */
  take(sn_code: string, topic: string, up: UpTopic, payload: Uint8Array): Promise<void>
  arrived(sn_code: string, detail: { address?: string; client_id?: string }): void
  left(sn_code: string, reason: string): void
  refuse(sn_code: string, reason: RefusalReason, detail: Record<string, unknown>): void
  signInRefused(sn_code: string, reason: string, address: string): void
}
