import type { RoleRow } from '../../../core/contract/role.ts'
import type { User } from '../../../core/contract/user.ts'
import { lazyPart, useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import { CreateForm } from './CreateForm.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { text } from './panel-text.ts'
import { nameOf } from './UserMarks.tsx'
import { UserPanel, type UserTab } from './UserPanel.tsx'
import { type Secret, UserSecret } from './UserSecret.tsx'
import type { useUserChanges } from './use-user-changes.ts'
import type { UserViewer } from './use-viewer.ts'

/** The editor of rights is as large as the rest of the screen. */
const UserRights = lazyPart(
  () => import('../../parts/rights/UserRights.tsx').then((chunk) => chunk.UserRights),
  <section className="side-panel">
    <Skeleton rows={8} />
  </section>,
)

/** What stands beside the list. */
export type Side =
  | { kind: 'create' }
  | { kind: 'user'; user: User; tab: UserTab }
  | { kind: 'password'; user: User }
  | { kind: 'rights'; user: User }
  | { kind: 'secret'; user: User; secret: Secret }
  | null

interface UserSideProps {
  side: Side
  rows: readonly User[]
  tree: GroupTree
  roles: readonly RoleRow[]
  /** What the list is filtered to. */
  group: number | null
  viewer: UserViewer
  changes: ReturnType<typeof useUserChanges>
  ask: (what: 'delete' | 'simulate', users: readonly User[]) => void
  onUnsaved: (isUnsaved: boolean) => void
  /** Asks first where something is not saved. */
  onShow: (side: Side) => void
  /** After a change: at once, and the list is read anew. */
  onReplace: (side: Side) => void
}

export function UserSide({ side, rows, tree, roles, group, viewer, changes, ask, ...turn }: UserSideProps) {
  const t = useText(text)
  const { onUnsaved, onShow, onReplace } = turn
  if (!side) return null
  if (side.kind === 'create')
    return (
      <CreateForm
        tree={tree}
        roles={roles}
        // Who is no administrator makes users in the own group, which is the top of what he sees.
        group={group ?? (viewer.isAdministrator ? null : (tree.children.get(null)?.[0]?.object.id ?? null))}
        isAdministrator={viewer.isAdministrator}
        onUnsaved={onUnsaved}
        onClose={() => onShow(null)}
        onMade={(user, generated) => {
          changes.notify(t.made({ name: nameOf(user) }))
          onReplace(withSecret(user, generated))
        }}
      />
    )

  // As the list has it now; one that the filter no longer finds is as it was opened.
  const user = rows.find(({ user_id }) => user_id === side.user.user_id) ?? side.user
  const back = () => onShow({ kind: 'user', user, tab: 'overview' })
  if (side.kind === 'secret') return <UserSecret key={user.user_id} secret={side.secret} onClose={back} />
  if (side.kind === 'password')
    return (
      <PasswordPanel
        key={user.user_id}
        user={user}
        onClose={back}
        onSet={(generated) => {
          changes.notify(t.resetDone({ name: nameOf(user) }))
          onReplace(withSecret(user, generated))
        }}
      />
    )
  if (side.kind === 'rights')
    return (
      <UserRights
        key={user.user_id}
        user_id={user.user_id}
        onClose={() => onReplace({ kind: 'user', user, tab: 'overview' })}
      />
    )
  return (
    <UserPanel
      key={user.user_id}
      user={user}
      tree={tree}
      roles={roles}
      mayGroupless={viewer.isAdministrator}
      tab={side.tab}
      onTab={(tab) => onShow({ kind: 'user', user, tab })}
      may={(action) => viewer.may(action, user)}
      isPending={changes.pending !== null}
      onUnsaved={onUnsaved}
      onSaved={(saved) => onReplace({ kind: 'user', user: saved, tab: side.tab })}
      onAction={(action) => {
        if (action === 'rights' || action === 'password') onShow({ kind: action, user })
        else if (action === 'lock' || action === 'activate') void changes[action]([user])
        else ask(action, [user])
      }}
      onClose={() => onShow(null)}
    />
  )
}

/** The user, behind the password where there is one to be shown. */
function withSecret(user: User, password: string | null): Side {
  if (password === null) return { kind: 'user', user, tab: 'overview' }
  const { user_id, user_name } = user
  return { kind: 'secret', user, secret: { user_id, user_name, name: nameOf(user), password } }
}
