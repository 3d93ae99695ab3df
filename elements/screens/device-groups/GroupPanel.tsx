import { belowOf } from '../../../core/rules/tree.ts'
import { useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { text as groupText } from '../../parts/group-tree/text.ts'
import type { GroupActions } from '../../parts/group-tree/use-group-menu.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { pathOf } from '../../parts/user-group-picker/group-options.ts'
import { countsOf, type Group, type GroupTree, takesGroup } from './group-tree.ts'
import { countsInWords } from './StateCounts.tsx'
import { text } from './text.ts'

interface GroupPanelProps {
  tree: GroupTree
  group: Group
  actions: GroupActions<Group>
  /** Holds the right to edit groups at all. */
  mayEdit: boolean
  /** Left out for who may not see the list of devices. */
  onShowDevices?: (() => void) | undefined
  onClose: () => void
}

/** What is known of one group, and what can be done with it. */
export function GroupPanel({ tree, group, actions, mayEdit, onShowDevices, onClose }: GroupPanelProps) {
  const t = { ...useText(groupText), ...useText(text) }
  const whole = countsOf([group, ...belowOf(tree, group.id).map(({ object }) => object)])
  const parent = tree.parents.get(group.id) ?? null
  const isMine = mayEdit && group.may_edit
  return (
    <SidePanel
      title={group.group_name}
      onClose={onClose}
      actions={
        isMine && (
          <>
            {group.may_move && (
              <span className="device-group-more">
                <Menu label={t.more} placement="top start" entries={actions.menuOf(group)}>
                  <IconButton icon="more" label={t.more} />
                </Menu>
              </span>
            )}
            {takesGroup(tree, group.id) && (
              <Button icon="plus" onPress={() => actions.createBelow(group)}>
                {t.createBelow}
              </Button>
            )}
            <Button look="primary" icon="edit" onPress={() => actions.edit(group)}>
              {t.edit}
            </Button>
          </>
        )
      }
    >
      {group.is_default && <p className="device-group-note">{t.defaultWhy}</p>}
      {mayEdit && !group.may_edit && <p className="device-group-note">{t.onlySeen}</p>}
      <Facts
        facts={[
          [t.parent, parent === null ? t.top : pathOf(tree, parent)],
          [t.remarks, group.remarks],
          [
            t.devices,
            <div key="devices" className="device-group-devices">
              <span>{t.devicesOf({ count: group.device_count })}</span>
              {whole.device_count > group.device_count && <span>{t.withBelow({ count: whole.device_count })}</span>}
              {onShowDevices && whole.device_count > 0 && (
                <button type="button" className="device-group-link" onClick={onShowDevices}>
                  {t.showDevices}
                </button>
              )}
            </div>,
          ],
          [t.states, group.device_count > 0 ? countsInWords(group, t) : null],
          [t.subGroups, String(tree.children.get(group.id)?.length ?? 0)],
        ]}
      />
    </SidePanel>
  )
}
