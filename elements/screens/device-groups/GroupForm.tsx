import { LIMITS } from '../../../core/catalogue/limits.ts'
import { DEVICE_GROUP_DEPTH } from '../../../core/contract/device-group.ts'
import { useConnection, useText } from '../../define/index.ts'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { checkGroup, draftOf } from '../../parts/group-tree/check-group.ts'
import { GroupPicker } from '../../parts/group-tree/GroupPicker.tsx'
import { text as groupText } from '../../parts/group-tree/text.ts'
import { type Group, type GroupTree, takesGroup } from './group-tree.ts'
import { text } from './text.ts'

interface GroupFormProps {
  tree: GroupTree
  /** To be changed; null for a new one. */
  editing: Group | null
  /** What a new one is below at first; null for the top. */
  parent_id: number | null
  /** Whether it may stand at the top. */
  mayTop: boolean
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  onDone: (group_id: number, group_name: string) => void
}

/** A group's name, remarks and, for a new one, place. What was typed stays when the server refuses. */
export function GroupForm({ tree, editing, parent_id, mayTop, onUnsaved, onClose, onDone }: GroupFormProps) {
  const t = { ...useText(groupText), ...useText(text) }
  const { deviceGroup } = useConnection().api
  const form = useDraft(() => draftOf(editing, parent_id), {
    validate: (draft) => checkGroup(draft, mayTop || editing !== null, t),
    async send(draft) {
      const group_name = draft.group_name.trim()
      const remarks = draft.remarks.trim()
      const sent = await (editing
        ? deviceGroup.edit({ group_id: editing.id, group_name, remarks })
        : deviceGroup.create({ group_name, remarks, parent_id: draft.parent_id }))
      onDone(sent.group_id, group_name)
    },
    fieldOf: {
      112000: 'group_name',
      112004: 'group_name',
      ...(!editing && { 112002: 'parent_id', 110539: 'parent_id' }),
    },
    onUnsaved,
    isSame: (first, draft) => first.group_name === draft.group_name && first.remarks === draft.remarks,
  })
  const { draft, set, wrong } = form
  return (
    <EntityForm
      title={editing ? editing.group_name : t.create}
      form={form}
      onClose={onClose}
      {...(!editing && { saveLabel: t.make })}
    >
      <TextField
        label={t.group_name}
        name="group_name"
        help={t.nameHelp}
        value={draft.group_name}
        onChange={(group_name) => set({ group_name })}
        error={wrong.group_name}
        autoComplete="off"
        isRequired
        isAutoFocus
      />
      {!editing && (
        <GroupPicker
          label={t.parent}
          tree={tree}
          value={draft.parent_id}
          onChange={(chosen) => set({ parent_id: chosen })}
          noneLabel={mayTop ? t.top : null}
          mayChoose={(id) => takesGroup(tree, id)}
          help={t.depthHelp({ most: DEVICE_GROUP_DEPTH })}
          error={wrong.parent_id}
        />
      )}
      <TextField
        label={t.remarks}
        name="remarks"
        value={draft.remarks}
        // It is kept on one line.
        onChange={(remarks) => set({ remarks: remarks.replace(/[\r\n]+/g, ' ') })}
        lines={3}
        help={`${draft.remarks.length} / ${LIMITS.groupRemarks}`}
        error={wrong.remarks}
      />
    </EntityForm>
  )
}
