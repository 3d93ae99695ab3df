import type { Role } from '../../../core/contract/role.ts'

export interface RolePanelProps {
  /** Null for a new one. */
  role_id: number | null
  /** What a new one is made from; null for an empty one. */
  from: Role | null
  mayEdit: boolean
  onUnsaved: (isUnsaved: boolean) => void
  onCopy: (from: Role) => void
  onClose: () => void
  onDone: (what: 'saved' | 'made' | 'deleted') => void
}
