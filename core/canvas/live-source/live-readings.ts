import type { LiveValue } from '../../contract/realtime.ts'

/** The newest of a device, as the connection's store has it. */
export interface LiveReadings {
  readonly dev_state: number
  readonly values: Readonly<Record<string, LiveValue>>
  readonly is_live: boolean
  readonly described_time?: number | undefined
}

export type Read = LiveReadings | { readonly refused: string } | null
