import { createContext, type ReactNode, use } from 'react'
import type { PointSource } from '../../../../core/canvas/point-source.ts'
import type { VideoSetting } from '../../../../core/contract/template.ts'
import type { TimeRange } from '../../../kit/time-range.ts'

import type { PointedTimes } from './pointed-times.ts'

/** The one range of time of a dashboard, for the components that have none of their own. */
export interface SharedTime {
  readonly range: TimeRange
  /** As long a time before it is shown with it. */
  readonly isCompared: boolean
}

/** What a screen passes to the views in it beside their props. */
export interface ViewSurroundings {
  /**
   * Where the screen has its values from: a live curve goes on with its values. Null where a view stands alone; it
   * then takes the connection's readings.
   */
  readonly source: PointSource | null
  /** The videos of the screen's template, which controls call by their names. */
  readonly videos: readonly VideoSetting[]
  /** Whether alarms may be confirmed in it: not where who published the screen may not confirm them. */
  readonly mayConfirm: boolean
  /** Shows another device in all that names none. Null where the page around the screen keeps the device that it was opened for. */
  readonly choose: ((sn_code: string) => void) | null
  /** The device group that somebody chose in the screen: lists of devices show its devices alone. Null for all. */
  readonly group_id: number | null
  readonly chooseGroup: ((group_id: number | null) => void) | null
  /** Shows or hides a control of the screen, as the actions `show` and `hide` do. */
  readonly setShown: ((control_id: string, isShown: boolean) => void) | null
  /** Null where the screen has no range of time: each view shows its own. */
  readonly time: SharedTime | null
  readonly pointedTimes: PointedTimes | null
  /** Draws a screen in the place of a view. Null in a screen that stands in another one. */
  readonly showScreen: ((of: PlacedScreenOf) => ReactNode) | null
}

/** Which screen stands in a view: of a device, or of fixed devices where `sn_code` is ''; its start screen where `screen_id` is null. */
export interface PlacedScreenOf {
  readonly sn_code: string
  readonly screen_id: number | null
}

/** A view that stands in no screen. */
export const ALONE: ViewSurroundings = {
  source: null,
  videos: [],
  mayConfirm: true,
  choose: null,
  group_id: null,
  chooseGroup: null,
  setShown: null,
  time: null,
  pointedTimes: null,
  showScreen: null,
}

/** Around the views of a screen. The connection itself is the element's: `useConnection()`. */
export const ViewContext = createContext(ALONE)

export const usePointSource = (): PointSource | null => use(ViewContext).source
export const useVideos = (): readonly VideoSetting[] => use(ViewContext).videos
export const useMayConfirm = (): boolean => use(ViewContext).mayConfirm
/** What choosing in a view does to the rest of the screen. */
export const useLinks = (): Pick<ViewSurroundings, 'choose' | 'group_id' | 'chooseGroup'> => use(ViewContext)
export const useSetShown = (): ViewSurroundings['setShown'] => use(ViewContext).setShown
export const useSharedTime = (): SharedTime | null => use(ViewContext).time
export const usePointedTimes = (): PointedTimes | null => use(ViewContext).pointedTimes
export const useShowScreen = (): ViewSurroundings['showScreen'] => use(ViewContext).showScreen
