import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { TemplateGroup } from '../../../core/contract/template.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { check, draftOf } from './group-form.ts'
import { text } from './text.ts'

interface GroupFormProps {
  /** Null for a new one. */
  editing: TemplateGroup | null
  mayEdit: boolean
  onUnsaved: (isUnsaved: boolean) => void
  onShow: (group: TemplateGroup) => void
  onDone: (said: 'made' | 'saved' | 'deleted', name: string) => void
  onClose: () => void
}

/** A group's name and remarks; what was typed stays when the server refuses. */
export function GroupForm({ editing, mayEdit, onUnsaved, onShow, onDone, onClose }: GroupFormProps) {
  const t = useText(text)
  const { template } = useConnection().api
  const form = useDraft(() => draftOf(editing), {
    validate: (draft) => check(draft, t),
    async send(draft) {
      const input = { group_name: draft.group_name.trim(), remarks: draft.remarks.trim() }
      const made = await (editing
        ? template.editGroup({ ...input, group_id: editing.group_id })
        : template.createGroup(input))
      onDone(editing ? 'saved' : 'made', made.group_name)
    },
    fieldOf: { 202301: 'group_name' },
    onUnsaved,
  })
  const { draft, set, wrong } = form

  async function remove({ group_id, group_name }: TemplateGroup) {
    await template.removeGroup({ group_id })
    onDone('deleted', group_name)
  }

  const count = editing?.template_count ?? 0
  return (
    <EntityForm
      title={editing ? editing.group_name : t.create}
      form={form}
      onClose={onClose}
      {...(!editing && { saveLabel: t.make })}
      isReadOnly={!mayEdit}
      isWithoutCancel={editing !== null}
      remove={
        editing && {
          label: t.delete,
          title: t.deleteTitle({ name: editing.group_name }),
          explanation: count > 0 ? t.deleteWhy({ what: t.templatesOf({ count }) }) : t.deleteEmpty,
          confirm: t.deleteIt({ name: editing.group_name }),
          call: () => remove(editing),
        }
      }
      below={
        editing && (
          <p className="row quiet">
            {t.templatesOf({ count })}
            {count > 0 && (
              <Button look="plain" icon="chevron-right" onPress={() => onShow(editing)}>
                {t.show}
              </Button>
            )}
          </p>
        )
      }
    >
      <TextField
        label={t.name}
        name="group_name"
        help={t.nameHelp({ most: LIMITS.groupName })}
        value={draft.group_name}
        onChange={(group_name) => set({ group_name })}
        error={wrong.group_name}
        isDisabled={!mayEdit}
        autoComplete="off"
        isRequired
        isAutoFocus={editing === null}
      />
      <TextField
        label={t.remarks}
        name="remarks"
        help={t.remarksHelp({ most: LIMITS.groupRemarks })}
        value={draft.remarks}
        onChange={(remarks) => set({ remarks })}
        error={wrong.remarks}
        isDisabled={!mayEdit}
        lines={3}
      />
    </EntityForm>
  )
}
