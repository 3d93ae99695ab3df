import type { Quality } from '../contract/telemetry.ts'
import type { RawProps } from './kind.ts'

/** How much a control's values can be trusted: the worst of what it is bound to. `missing`: a point that no device has. */
export type ShownQuality = Quality | 'missing' | 'waiting'

/** A control as it is drawn: its own properties, with the results of its bindings. The same object until one changes. */
export interface ControlState<Props = RawProps> {
  readonly props: Props
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Degrees, clockwise about the middle. */
  readonly angle: number
  readonly flip_x: boolean
  readonly flip_y: boolean
  readonly opacity: number
  /** Not hidden by itself, its layer, its group or a binding. */
  readonly visible: boolean
  /** Seconds a flicker of the whole control takes; 0 for none. Drawn at 3 Hz at most. */
  readonly flicker: number
  /** Null where nothing is bound. */
  readonly quality: ShownQuality | null
  /** 0 to 5. */
  readonly alarm_level: number
  /** When the oldest of its values was measured, epoch ms. */
  readonly data_time: number | null
}
