import type { ReadableAtom } from 'nanostores'
import { createContext, use } from 'react'
import type { DeviceDetail, Point } from '../../../core/contract/device.ts'
import type { DeviceReadings } from '../../../core/stores/readings.ts'
import type { Writes } from '../../parts/write/writes.ts'
import type { MonitorView } from './monitor-props.ts'

/** What every tab of one device shares. */
export interface Monitor {
  readonly device: DeviceDetail
  /** The points to show, in order. */
  readonly points: readonly Point[]
  /** The last values that were seen; `is_live` is false while nobody vouches for them. */
  readonly $readings: ReadableAtom<DeviceReadings | null>
  readonly writes: Writes
  /** The user chose a point: the page is notified, and unless it does something of its own, the point's curve opens. */
  selectPoint(key: string): void
  /** Shows another view of the device, and notifies the page. */
  show(view: MonitorView): void
  /** Opens another tab, at once or once the user has discarded unsaved changes in this one. */
  readonly guard: { leave: (goOn: () => void) => void }
  /** A newer state of the device, from the reply to an edit. */
  replaceDevice(device: DeviceDetail): void
}

const MonitorContext = createContext<Monitor | null>(null)
export const MonitorProvider = MonitorContext.Provider

export function useMonitor(): Monitor {
  const monitor = use(MonitorContext)
  if (!monitor) throw new Error('Used outside of the device monitor')
  return monitor
}
