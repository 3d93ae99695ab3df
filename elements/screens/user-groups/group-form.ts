import type { UserGroupNode } from '../../../core/contract/user-group.ts'

export type Group = UserGroupNode['object']
