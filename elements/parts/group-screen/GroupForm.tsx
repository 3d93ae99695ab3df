import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Tree } from '../../../core/rules/tree.ts'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FieldOf } from '../form/refusal.ts'
import { useDraft } from '../form/use-draft.ts'
import { checkGroup, draftOf, type GroupDraft } from '../group-tree/check-group.ts'
import { GroupPicker } from '../group-tree/GroupPicker.tsx'
import type { Group } from '../group-tree/group.ts'
import type { GroupWords } from './words.ts'

export interface GroupSending<G extends Group> {
  /** Changes a group, or creates one (null); answers its id. */
  send: (editing: G | null, draft: GroupDraft) => Promise<number>
  /** The fields that refusals name. */
  fieldOf: (editing: G | null) => FieldOf<string>
  /** Said under the place of a new one. */
  placeHelp?: string | undefined
}

interface GroupFormProps<G extends Group> extends GroupSending<G> {
  words: GroupWords
  tree: Tree<{ readonly object: G }>
  /** To be changed; null for a new one. */
  editing: G | null
  /** What a new one is below at first; null for the top. */
  parent_id: number | null
  /** Whether it may stand at the top. */
  mayTop: boolean
  /** Whether a group takes a new one below it. */
  mayTake: (group: G) => boolean
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  onDone: (id: number, group_name: string) => void
}

/** A group's name, remarks and, for a new one, place. What was typed stays when the server refuses. */
export function GroupForm<G extends Group>(props: GroupFormProps<G>) {
  const { words: t, tree, editing, mayTop, onDone } = props
  const form = useDraft(() => draftOf(editing, props.parent_id), {
    validate: (draft) => checkGroup(draft, mayTop || editing !== null, t),
    async send({ group_name, remarks, parent_id }) {
      const trimmed = { group_name: group_name.trim(), remarks: remarks.trim(), parent_id }
      onDone(await props.send(editing, trimmed), trimmed.group_name)
    },
    fieldOf: props.fieldOf(editing),
    onUnsaved: props.onUnsaved,
    isSame: (first, draft) => first.group_name === draft.group_name && first.remarks === draft.remarks,
  })
  const { draft, set, wrong } = form
  const mayTake = (id: number) => {
    const node = tree.byId.get(id)
    return node !== undefined && props.mayTake(node.object)
  }
  return (
    <EntityForm
      title={editing ? editing.group_name : t.create}
      form={form}
      onClose={props.onClose}
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
          mayChoose={mayTake}
          help={props.placeHelp}
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
