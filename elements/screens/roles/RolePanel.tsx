import { givableRights } from '../../../core/stores/collections/people.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { RoleForm } from './RoleForm.tsx'
import type { RolePanelProps } from './role-panel.ts'
import { text } from './text.ts'

/** Reads what a role's form needs: the role, and what there is to give. */
export function RolePanel({ role_id, from, ...rest }: RolePanelProps) {
  const t = useText(text)
  const { api } = useConnection()
  const detail = useCall(api.role.detail, role_id === null ? null : { role_id })
  const givable = useCollection(givableRights)
  if (givable.data && (role_id === null || detail.data))
    return <RoleForm role={detail.data} from={from} givable={givable.data} onStale={detail.reload} {...rest} />
  const failure = detail.failure ?? givable.failure
  return (
    <SidePanel title={role_id === null ? t.create : t.role_name} onClose={rest.onClose}>
      {failure ? (
        <Failure
          failure={failure}
          onRetry={() => {
            detail.reload()
            givable.reload()
          }}
        />
      ) : (
        <Skeleton rows={8} />
      )}
    </SidePanel>
  )
}
