import { useMemo } from 'react'
import { useText } from '../../../define/index.ts'
import { Tree } from '../../../kit/tree/Tree.tsx'
import { useStateNotes } from '../../../parts/group-tree/StateCounts.tsx'
import type { ViewProps } from '../define-control.ts'
import { useGroupId } from '../view/use-group-id.ts'
import { type ShownGroup, useGroups } from '../view/use-groups.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import { useLinks } from '../view/view-context.ts'
import type { GroupTreeProps } from './control.ts'
import { text } from './text.ts'

/** The node of all devices. */
const ALL = 0

/** Device groups, one of which is chosen for the lists beside it. */
export default function View({ props, isEditing, replayTime }: ViewProps<GroupTreeProps>) {
  const { title, hasFrame } = props
  const top = useGroupId(props.group_id)
  const t = useText(text)
  const isShown = !isEditing && replayTime === null
  const { groups, failure, reload } = useGroups(top, isShown)
  const { group_id: chosen, chooseGroup } = useLinks()
  return (
    <ViewFrame title={title} hasFrame={hasFrame} isEditing={isEditing} isStale={failure !== null && groups !== null}>
      {isEditing ? (
        <Groups label={title || t.name} groups={exampleOf(t)} chosen={null} onChoose={() => {}} />
      ) : replayTime !== null ? (
        <ViewNote icon="clock" title={t.notThen} />
      ) : !groups ? (
        failure ? (
          <ViewFailure failure={failure} onRetry={reload} />
        ) : (
          <ViewWaiting />
        )
      ) : groups.length === 0 ? (
        <ViewNote icon="device" title={t.none} explanation={t.noneWhy} />
      ) : (
        <Groups label={title || t.name} groups={groups} chosen={chosen} onChoose={(next) => chooseGroup?.(next)} />
      )}
    </ViewFrame>
  )
}

interface GroupsProps {
  label: string
  groups: readonly ShownGroup[]
  chosen: number | null
  onChoose: (group_id: number | null) => void
}

function Groups({ label, groups, chosen, onChoose }: GroupsProps) {
  const t = useText(text)
  const notes = useStateNotes()
  const nodes = useMemo(
    () => [
      { object: { id: ALL, parent_id: null }, name: t.all, group: null },
      ...groups.map((group) => ({
        object: { id: group.group_id, parent_id: group.parent_id },
        name: group.group_name,
        group,
      })),
    ],
    [groups, t],
  )
  return (
    <Tree
      label={label}
      nodes={nodes}
      nameOf={({ name }) => name}
      noteOf={({ group }) => (group ? notes(group) : ['', ''])}
      selected={chosen ?? ALL}
      onSelect={({ group }) => onChoose(group?.group_id ?? null)}
    />
  )
}

const exampleOf = (t: { exampleGroup: string; exampleOther: string }): ShownGroup[] =>
  [t.exampleGroup, t.exampleOther].map((group_name, at) => ({
    group_id: at + 1,
    parent_id: null,
    group_name,
    is_default: false,
    device_count: 4 - at,
    online: 3 - at,
    offline: 0,
    faulty: 1,
  }))
