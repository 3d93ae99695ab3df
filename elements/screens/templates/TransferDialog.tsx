import { useConnection, useText } from '../../define/index.ts'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { type Person, UserPicker } from '../../parts/user-picker/UserPicker.tsx'
import type { TemplateDialogProps } from './CopyDialog.tsx'
import { text } from './text.ts'

interface TransferDialogProps extends TemplateDialogProps {
  onTransferred: (user_name: string) => void
}

/** Gives a template to somebody else. */
export function TransferDialog({ template, isOpen, onClose, onTransferred }: TransferDialogProps) {
  const t = useText(text)
  const { api } = useConnection()
  const form = useDraft(
    { person: null as Person | null },
    {
      fields: ['user_id'],
      fieldOf: { 100014: 'user_id', 100019: 'user_id', 115004: 'user_id' },
      validate: ({ person }): { user_id?: string } => (person ? {} : { user_id: t.transferMissing }),
      async send({ person }) {
        if (!person) return
        await api.template.transfer({ template_id: template.template_id, user_id: person.user_id })
        onTransferred(person.user_name)
      },
    },
  )
  const { person } = form.draft

  return (
    <EntityForm
      title={t.transferTitle({ name: template.module_name })}
      form={form}
      onClose={onClose}
      saveLabel={t.transfer}
      dialog={{ isOpen, isKeptOpen: form.isUnsaved }}
    >
      <p className="template-quiet">{t.transferWhy}</p>
      <UserPicker
        people={api.template.people}
        label={t.transferTo}
        chosen={person ? [person] : []}
        onChange={([chosen]) => form.set({ person: chosen ?? null })}
        atMost={1}
        none={t.transferMissing}
        error={form.wrong.user_id}
      />
    </EntityForm>
  )
}
