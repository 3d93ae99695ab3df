import type { UserGroupNode } from '../../../core/contract/user-group.ts'
import { belowOf } from '../../../core/rules/tree.ts'
import { whoAmI } from '../../../core/stores/collections/people.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Members } from '../../parts/group-screen/GroupPanel.tsx'
import { GroupScreen } from '../../parts/group-screen/GroupScreen.tsx'
import { text as groupText } from '../../parts/group-tree/text.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useUserGroups } from '../../parts/user-group-picker/use-user-groups.ts'
import type { api } from './api.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { text } from './text.ts'
import { useGroupChanges } from './use-group-changes.ts'

type Group = UserGroupNode['object']

export function UserGroups({ search, group, onViewChange, onNavigate }: ElementProps<typeof api>) {
  const t = { ...useText(groupText), ...useText(text) }
  const { userGroup } = useConnection().api
  const holds = useRights()
  const who = useCollection(whoAmI).data
  // What may be changed depends on who looks.
  const mayEdit = holds('P51100') && who !== null && who.simulated_by === null && !who.is_experience
  const mayTop = mayEdit && who.user_type === 1
  const { called, nodes, tree } = useUserGroups()
  const changes = useGroupChanges(called)
  const showUsersOf = ({ id }: Group) =>
    holds('P53000') ? () => void onNavigate({ path: `/team/user?group=${id}` }) : undefined
  /** The caller's own group, which others change. */
  const isOwn = ({ id }: Group) => who?.user_type !== 1 && (tree.parents.get(id) ?? null) === null

  const sayingOf = (one: Group) => {
    const all = belowOf(tree, one.id).reduce((count, { object }) => count + object.user_count, one.user_count)
    return {
      notes: [mayEdit && isOwn(one) && t.ownGroup],
      facts: [
        [
          t.users,
          <Members
            key="users"
            own={t.usersOf({ count: one.user_count })}
            whole={all > one.user_count && t.withBelow({ count: all })}
            showLabel={t.showUsers}
            onShow={all > 0 && showUsersOf(one)}
          />,
        ],
        [t.subGroups, String(tree.children.get(one.id)?.length ?? 0)],
        [t.administrator2, one.administrator2 ?? t.nobody],
      ] as const,
    }
  }

  return (
    <GroupScreen<Group>
      words={t}
      icon="user"
      emptyWhy={mayTop ? t.emptyWhy : `${t.emptyWhy} ${t.emptyToRead}`}
      search={search}
      group={group}
      onViewChange={onViewChange}
      called={called}
      nodes={nodes}
      tree={tree}
      changes={changes}
      mayEdit={mayEdit}
      mayTop={mayTop}
      rights={{ mayCreateBelow: () => true, mayEdit: (one) => !isOwn(one), mayMove: (one) => !isOwn(one) }}
      noteOf={({ user_count }) => [String(user_count), t.usersOf({ count: user_count })]}
      sayingOf={sayingOf}
      send={async (editing, { group_name, remarks, parent_id }) => {
        const { user_group_id } = await (editing
          ? userGroup.edit({ user_group_id: editing.id, group_name, remarks })
          : userGroup.create({ group_name, remarks, parent_id }))
        return user_group_id
      }}
      fieldOf={() => ({ 202001: 'parent_id', 202002: 'group_name' })}
      removeDialog={(asked) => (
        <RemoveDialog
          {...asked}
          tree={tree}
          isPending={changes.isPending}
          onRemove={changes.remove}
          onShowUsers={showUsersOf(asked.group)}
        />
      )}
    />
  )
}
