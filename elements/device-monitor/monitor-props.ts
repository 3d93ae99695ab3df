import type { TabId } from './tabs.ts'

/** What the page gives and gets; see `index.ts`. */
export interface MonitorProps {
  sn: string
  tab: string
  points: string
  moment: string
  compact: boolean
  onViewChange: (detail: { tab: TabId }) => boolean
  onPointSelect: (detail: { sn_code: string; key: string }) => boolean
  onWriteDone: (detail: { sn_code: string; key: string; id: string; status: string }) => boolean
}
