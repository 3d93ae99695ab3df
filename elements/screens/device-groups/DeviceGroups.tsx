import { useMemo } from 'react'
import { DEVICE_GROUP_DEPTH } from '../../../core/contract/device-group.ts'
import { arrange, belowOf } from '../../../core/rules/tree.ts'
import { deviceGroupTree } from '../../../core/stores/collections/device-groups.ts'
import { whoAmI } from '../../../core/stores/collections/people.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Members } from '../../parts/group-screen/GroupPanel.tsx'
import { GroupScreen } from '../../parts/group-screen/GroupScreen.tsx'
import { text as countsText } from '../../parts/group-tree/counts-text.ts'
import { countsInWords, useStateNotes } from '../../parts/group-tree/StateCounts.tsx'
import { text as groupText } from '../../parts/group-tree/text.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'
import type { api } from './api.ts'
import { countsOf, type Group, nodeOf, takesGroup, takesMoved } from './group-tree.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { text } from './text.ts'
import { useGroupChanges } from './use-group-changes.ts'

export function DeviceGroups({ search, group, onViewChange, onNavigate }: ElementProps<typeof api>) {
  const t = { ...useText(groupText), ...useText(countsText), ...useText(text) }
  const { deviceGroup } = useConnection().api
  const holds = useRights()
  const who = useCollection(whoAmI).data
  const mayEdit = holds('P31100') && who !== null && !who.is_experience
  const called = useCollection(deviceGroupTree)
  const rows = called.data
  const nodes = useMemo(() => rows?.map(nodeOf) ?? null, [rows])
  const tree = useMemo(() => arrange(nodes ?? []), [nodes])
  const changes = useGroupChanges(called)
  const notes = useStateNotes()

  const sayingOf = (one: Group) => {
    const whole = countsOf([one, ...belowOf(tree, one.id).map(({ object }) => object)])
    const show = () => void onNavigate({ path: `/device?group=${one.id}` })
    return {
      notes: [one.is_default && t.defaultWhy, mayEdit && !one.may_edit && t.onlySeen],
      facts: [
        [
          t.devices,
          <Members
            key="devices"
            own={t.devicesOf({ count: one.device_count })}
            whole={whole.device_count > one.device_count && t.withBelow({ count: whole.device_count })}
            showLabel={t.showDevices}
            onShow={holds('P30000') && whole.device_count > 0 && show}
          />,
        ],
        [t.states, one.device_count > 0 ? countsInWords(one, t) : null],
        [t.subGroups, String(tree.children.get(one.id)?.length ?? 0)],
      ] as const,
    }
  }

  return (
    <GroupScreen<Group>
      words={t}
      icon="device"
      emptyWhy={t.emptyWhy}
      search={search}
      group={group}
      onViewChange={onViewChange}
      called={called}
      nodes={nodes}
      tree={tree}
      changes={changes}
      mayEdit={mayEdit}
      // What stands at the top is an administrator's, who holds all devices.
      mayTop={mayEdit && who.user_type === 1}
      rights={{
        mayCreateBelow: ({ id }) => mayEdit && takesGroup(tree, id),
        mayEdit: (one) => mayEdit && one.may_edit,
        mayMove: (one) => mayEdit && one.may_move,
      }}
      mayMoveTo={(id, parent_id) => takesMoved(tree, id, parent_id)}
      noteOf={notes}
      sayingOf={sayingOf}
      placeHelp={t.depthHelp({ most: DEVICE_GROUP_DEPTH })}
      send={async (editing, { group_name, remarks, parent_id }) => {
        const { group_id } = await (editing
          ? deviceGroup.edit({ group_id: editing.id, group_name, remarks })
          : deviceGroup.create({ group_name, remarks, parent_id }))
        return group_id
      }}
      fieldOf={(editing) => ({
        112000: 'group_name',
        112004: 'group_name',
        ...(!editing && { 112002: 'parent_id', 110539: 'parent_id' }),
      })}
      removeDialog={(asked) => (
        <RemoveDialog
          {...asked}
          tree={tree}
          // As it is by now: a device may have come into it.
          group={tree.byId.get(asked.group.id)?.object ?? asked.group}
          isPending={changes.isPending}
          onRemove={changes.remove}
        />
      )}
    />
  )
}
