import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { ModuleType, Template } from '../../../core/contract/template.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { check, draftOf } from './template-form.ts'
import { useTemplates } from './templates-context.ts'
import { text } from './text.ts'

const NONE = 'none'

interface TemplateFormProps {
  /** To be changed; null for a new one. */
  editing: Template | null
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  onDone: (template_id: number, module_name: string) => void
}

/** What a template is called and where it is kept. What was typed stays when the server refuses. */
export function TemplateForm({ editing, onUnsaved, onClose, onDone }: TemplateFormProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { groups } = useTemplates()
  const form = useDraft(() => draftOf(editing), {
    validate: (draft) => check(draft, t),
    async send({ module_type, group_id, ...draft }) {
      const named = { module_name: draft.module_name.trim(), description: draft.description.trim(), group_id }
      const sent = await (editing
        ? api.template.edit({ template_id: editing.template_id, ...named })
        : api.template.create({ ...named, module_type }))
      onDone(sent.template_id, named.module_name)
    },
    fieldOf: { 115001: 'module_name' },
    onUnsaved,
  })
  const { draft, set, wrong } = form

  const title = editing ? t.editTitle({ name: editing.module_name }) : t.create
  return (
    <EntityForm title={title} form={form} onClose={onClose} {...(!editing && { saveLabel: t.make })}>
      <TextField
        label={t.module_name}
        name="module_name"
        isAutoFocus={!editing}
        help={t.nameHelp}
        value={draft.module_name}
        onChange={(module_name) => set({ module_name })}
        error={wrong.module_name}
        autoComplete="off"
        isRequired
      />
      {!editing && (
        <Select<ModuleType>
          label={t.type}
          options={[
            { id: 'standard', label: t.standard },
            { id: 'nonstandard', label: t.nonstandard },
          ]}
          value={draft.module_type}
          onChange={(module_type) => set({ module_type })}
          help={draft.module_type === 'standard' ? t.standardHelp : t.nonstandardHelp}
          error={wrong.module_type}
        />
      )}
      <Select
        label={t.group}
        options={[
          { id: NONE, label: t.noGroup },
          ...groups.map(({ group_id, group_name }) => ({ id: String(group_id), label: group_name })),
        ]}
        value={draft.group_id === null ? NONE : String(draft.group_id)}
        onChange={(id) => set({ group_id: id === NONE ? null : Number(id) })}
        isSearchable={groups.length > 10}
        error={wrong.group_id}
      />
      <TextField
        label={t.description}
        name="description"
        value={draft.description}
        onChange={(description) => set({ description })}
        lines={4}
        help={`${draft.description.length} / ${LIMITS.description}`}
        error={wrong.description}
      />
    </EntityForm>
  )
}
