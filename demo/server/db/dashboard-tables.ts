import type { Generated } from 'kysely'
import type { DashboardVisibility } from '../../../core/contract/dashboard.ts'
import type { ScreenVersion } from '../../../core/contract/screen.ts'
import type { Default, Nullable, Time } from './column-kinds.ts'

export interface DashboardTable {
  tenant_id: number
  dashboard_id: Generated<number>
  dashboard_name: string
  folder_name: Default<string>
  /** Of an equipment dashboard; null for all others. */
  template_id: Nullable<number>
  sort: number
  /** Of what is shown, as the thumbnail; of the draft where nothing is. */
  width: number
  height: number
  revision: Default<number>
  /** JSON of the newest revision, which may be a draft. */
  document: string
  /** A data URL; `thumbnail_tag` changes with it. */
  thumbnail: Nullable<string>
  thumbnail_tag: Nullable<string>
  /** What others see; null where only drafts are kept so far. */
  shown_revision: Nullable<number>
  shown_version_id: Nullable<number>
  /** Who saved it; may be gone. */
  shown_user_id: Nullable<number>
  visible_to: Default<DashboardVisibility['visible_to']>
  /** May be of a user who is gone. */
  created_user_id: number
  created_time: Time
  changed_time: Time
  changed_by: string
}

export interface DashboardVersionTable {
  tenant_id: number
  dashboard_id: number
  version_id: Generated<number>
  revision: number
  kind: Exclude<ScreenVersion['kind'], 'published'>
  note: Default<string>
  document: string
  thumbnail: Nullable<string>
  thumbnail_tag: Nullable<string>
  created_time: Time
  user_name: string
  /** As JSON, as those of a screen's version. */
  points: Nullable<string>
  /** Of the gallery, which it names by itself or in a group. */
  resources: Nullable<number[]>
  /** As `sn/key`. Null: visitors of share links read all that the document binds. */
  visitor_points: Nullable<string[]>
}

/** Who sees a dashboard: one of the three is set. */
export interface DashboardGrantTable {
  tenant_id: number
  dashboard_id: number
  user_id: Nullable<number>
  user_group_id: Nullable<number>
  role_id: Nullable<number>
}

export interface DashboardFavouriteTable {
  tenant_id: number
  user_id: number
  dashboard_id: number
}
