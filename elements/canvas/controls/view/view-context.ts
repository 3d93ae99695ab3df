import { createContext, use } from 'react'
import type { PointSource } from '../../../../core/canvas/point-source.ts'
import type { VideoSetting } from '../../../../core/contract/template.ts'

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
}

/** Around the views of a screen. The connection itself is the element's: `useConnection()`. */
export const ViewContext = createContext<ViewSurroundings>({ source: null, videos: [], mayConfirm: true })

export const usePointSource = (): PointSource | null => use(ViewContext).source
export const useVideos = (): readonly VideoSetting[] => use(ViewContext).videos
export const useMayConfirm = (): boolean => use(ViewContext).mayConfirm
