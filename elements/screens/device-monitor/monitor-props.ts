import type { HistoryTable } from '../../../core/contract/history.ts'
import type { RangePreset } from '../../kit/time-range.ts'
import type { Favourite } from '../../parts/FavouriteStar.tsx'
import type { RangeView } from './range-view.ts'
import type { TabId } from './tabs.ts'

/** What the user looks at in a device, as the attributes name it; '' for nothing. */
export interface MonitorView extends Partial<RangeView> {
  tab: TabId
  rule?: string
  moment?: string
  alarm?: string
  table?: HistoryTable
  earlier?: string
  compare?: string
}

/** What the page gives and gets; see `index.ts`. */
export interface MonitorProps {
  sn: string
  tab: TabId
  points: string
  moment: string
  alarm: string
  rule: string
  range: RangePreset | undefined
  start: number | undefined
  end: number | undefined
  table: HistoryTable
  earlier: string
  compare: string
  favourite: Favourite | undefined
  compact: boolean
  onViewChange: (detail: MonitorView) => boolean
  onNavigate: (detail: { path: string }) => boolean
  onPointSelect: (detail: { sn_code: string; key: string }) => boolean
  onWriteDone: (detail: { sn_code: string; key: string; id: string; status: string }) => boolean
}
