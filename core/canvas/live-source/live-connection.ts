import type { Device, Point } from '../../contract/device.ts'
import type { ServerFrame } from '../../contract/realtime.ts'
import type { Read } from './live-readings.ts'
import type { ShownAlarm } from './shown-alarm.ts'

/** As much of a connection as live values need. */
export interface LiveConnection {
  readings(sn_code: string): { get(): Read; listen(onChange: (readings: Read) => void): () => void }
  readonly api: {
    readonly device: {
      detail(input: { sn_code: string }): Promise<
        Pick<Device, 'dev_alias' | 'dev_state' | 'may_write' | 'report_interval_s'> & {
          points: Point[]
          hidden_points?: readonly Point[]
          closed?: readonly string[]
        }
      >
    }
    readonly alarm: {
      open(input: {
        sn_code: string
        page: number
        page_size: number
      }): Promise<{ rows: readonly ShownAlarm[]; total: number }>
    }
  }
  readonly realtime: { watch(channel: string, onFrame: (frame: ServerFrame) => void): () => void }
  readonly clock: { now(): number }
}
