import { type FormEvent, useEffect, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { TemplateGroup } from '../../../core/contract/template.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { draftOf, FIELDS, type Field, judge } from './group-form.ts'
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
  const { cancel, save } = useText(words)
  const { root } = useElement()
  const { template } = useConnection().api
  const [draft, setDraft] = useState(() => draftOf(editing))
  const [isAsked, setAsked] = useState(false)
  const sending = useSending<Field>(FIELDS, { 202301: 'group_name' })
  const { wrong } = sending
  const before = draftOf(editing)
  const isUnsaved = FIELDS.some((field) => draft[field] !== before[field])
  const set = (part: Partial<typeof draft>) => setDraft((earlier) => ({ ...earlier, ...part }))
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [isUnsaved, onUnsaved])
  useEffect(() => {
    if (wrong.group_name || wrong.remarks) root.querySelector<HTMLElement>('.side-panel [aria-invalid=true]')?.focus()
  }, [wrong, root])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.isPending || !sending.judge(judge(draft, t))) return
    const input = { group_name: draft.group_name.trim(), remarks: draft.remarks.trim() }
    const made = await sending.send(() =>
      editing ? template.editGroup({ ...input, group_id: editing.group_id }) : template.createGroup(input),
    )
    if (made) onDone(editing ? 'saved' : 'made', made.group_name)
  }

  async function remove({ group_id, group_name }: TemplateGroup) {
    const isGone = await sending.send(() => template.removeGroup({ group_id }))
    setAsked(false)
    if (isGone) onDone('deleted', group_name)
  }

  const count = editing?.template_count ?? 0
  return (
    <SidePanel
      title={editing ? editing.group_name : t.create}
      onClose={onClose}
      actions={
        mayEdit && (
          <>
            {editing ? (
              <span className="template-group-delete">
                <Button icon="trash" onPress={() => setAsked(true)}>
                  {t.delete}
                </Button>
              </span>
            ) : (
              <Button onPress={onClose}>{cancel}</Button>
            )}
            <Button
              look="primary"
              isPending={sending.isPending}
              onPress={() => root.querySelector<HTMLFormElement>('#template-group-form')?.requestSubmit()}
            >
              {editing ? save : t.make}
            </Button>
          </>
        )
      }
    >
      <form id="template-group-form" className="template-group-form" onSubmit={submit} noValidate>
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
        {wrong.form && (
          <p className="template-group-wrong" role="alert">
            {wrong.form}
          </p>
        )}
        {editing && (
          <p className="template-group-templates">
            {t.templatesOf({ count })}
            {count > 0 && (
              <Button look="plain" icon="chevron-right" onPress={() => onShow(editing)}>
                {t.show}
              </Button>
            )}
          </p>
        )}
        {/* Enter in a field needs a button of this very form. */}
        <button type="submit" hidden tabIndex={-1} />
      </form>
      {editing && (
        <ConfirmDialog
          title={t.deleteTitle({ name: editing.group_name })}
          explanation={count > 0 ? t.deleteWhy({ what: t.templatesOf({ count }) }) : t.deleteEmpty}
          confirmLabel={t.deleteIt({ name: editing.group_name })}
          isDanger
          isOpen={isAsked}
          isPending={sending.isPending}
          onConfirm={() => void remove(editing)}
          onClose={() => setAsked(false)}
        />
      )}
    </SidePanel>
  )
}
