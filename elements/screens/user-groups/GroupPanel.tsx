import { belowOf } from '../../../core/rules/tree.ts'
import { useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { text as groupText } from '../../parts/group-tree/text.ts'
import type { GroupActions } from '../../parts/group-tree/use-group-menu.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { type GroupTree, pathOf } from '../../parts/user-group-picker/group-options.ts'
import type { Group } from './group-form.ts'
import { text } from './text.ts'

interface GroupPanelProps {
  tree: GroupTree
  group: Group
  actions: GroupActions<Group>
  mayEdit: boolean
  /** The caller's own group, which others change. */
  isOwn: boolean
  /** Left out for who may not see users. */
  onShowUsers?: (() => void) | undefined
  onClose: () => void
}

/** What is known of one group, and what can be done with it. */
export function GroupPanel({ tree, group, actions, mayEdit, isOwn, onShowUsers, onClose }: GroupPanelProps) {
  const t = { ...useText(groupText), ...useText(text) }
  const below = belowOf(tree, group.id)
  const all = below.reduce((count, { object }) => count + object.user_count, group.user_count)
  const parent = tree.parents.get(group.id) ?? null
  return (
    <SidePanel
      title={group.group_name}
      onClose={onClose}
      actions={
        mayEdit && (
          <>
            {!isOwn && (
              <span className="user-group-more">
                <Menu label={t.more} placement="top start" entries={actions.menuOf(group)}>
                  <IconButton icon="more" label={t.more} />
                </Menu>
              </span>
            )}
            <Button icon="plus" onPress={() => actions.createBelow(group)}>
              {t.createBelow}
            </Button>
            {!isOwn && (
              <Button look="primary" icon="edit" onPress={() => actions.edit(group)}>
                {t.edit}
              </Button>
            )}
          </>
        )
      }
    >
      {mayEdit && isOwn && <p className="user-group-note">{t.ownGroup}</p>}
      <Facts
        facts={[
          [t.parent, parent === null ? t.top : pathOf(tree, parent)],
          [t.remarks, group.remarks],
          [
            t.users,
            <div key="users" className="user-group-users">
              <span>{t.usersOf({ count: group.user_count })}</span>
              {all > group.user_count && <span>{t.withBelow({ count: all })}</span>}
              {onShowUsers && all > 0 && (
                <button type="button" className="user-group-link" onClick={onShowUsers}>
                  {t.showUsers}
                </button>
              )}
            </div>,
          ],
          [t.subGroups, String(tree.children.get(group.id)?.length ?? 0)],
          [t.administrator2, group.administrator2 ?? t.nobody],
        ]}
      />
    </SidePanel>
  )
}
