import type { Generated } from 'kysely'
import type { CollectedPoint } from '../../../core/contract/middleware.ts'
import type { ResourceType } from '../../../core/contract/resource.ts'
import type { Default, Json, Nullable, Time } from './column-kinds.ts'

export interface ResourceCategoryTable {
  tenant_id: number
  category_id: Generated<number>
  resource_type: ResourceType
  category_name: string
}

export interface ResourceTable {
  tenant_id: number
  resource_id: Generated<number>
  resource_type: ResourceType
  resource_name: string
  category_id: Nullable<number>
  mime: string
  bytes: number
  width: Nullable<number>
  height: Nullable<number>
  tag: string
  created_time: Time
  created_user_id: number
  user_name: string
}

export interface ResourceFileTable {
  tenant_id: number
  resource_id: number
  place: number
  name: string
  mime: string
  content: Uint8Array
}

/** A resource that a text names: of a screen, of a published version, of a group of controls, or of a dashboard. One of them is set. */
export interface ResourceUseTable {
  tenant_id: number
  resource_id: number
  screen_id: Nullable<number>
  version_id: Nullable<number>
  group_id: Nullable<number>
  dashboard_id: Nullable<number>
}

export interface ShareLinkTable {
  tenant_id: number
  link_id: Generated<number>
  token_hash: Uint8Array
  /** Either this or `dashboard_id` is set. */
  screen_id: Nullable<number>
  dashboard_id: Nullable<number>
  sn_code: Nullable<string>
  name: string
  expires_time: Nullable<Time>
  views_most: Nullable<number>
  views: Default<number>
  password_hash: Nullable<string>
  /** When the password was set or removed, if it was not so from the beginning. */
  password_time: Nullable<Time>
  revoked_time: Nullable<Time>
  created_time: Time
  created_user_id: number
  user_name: string
}

export interface ShareViewTable {
  tenant_id: number
  view_id: Generated<number>
  link_id: number
  view_time: Time
  address: string
  agent: string
}

export interface MiddlewareTable {
  tenant_id: number
  middleware_id: Generated<number>
  template_id: number
  middleware_name: string
  points: Json<CollectedPoint[]>
  created_time: Time
  changed_time: Time
  user_name: string
}
