import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Resource, ResourceCategory } from '../../../core/contract/resource.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import layout from '../../kit/layout.css?sheet'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { useDraft } from '../../parts/form/use-draft.ts'
import { useSending, type Wrong } from '../../parts/form/use-sending.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { sizeText } from './file-checks.ts'
import { ModelParts } from './ModelParts.tsx'
import { Preview } from './Preview.tsx'
import { text } from './text.ts'

interface ResourcePanelProps {
  resource: Resource
  categories: readonly ResourceCategory[]
  onUnsaved: (isUnsaved: boolean) => void
  onSaved: (name: string) => void
  onDeleted: (name: string) => void
  onClose: () => void
}

const NONE = 'none'

/** One of the gallery: how it looks, its name and category, and the way to be rid of it. */
export function ResourcePanel(props: ResourcePanelProps) {
  useSheet(layout)
  const t = useText(text)
  const { resource, onClose } = props
  if (resource.is_own) return <OwnResource {...props} />
  return (
    <SidePanel title={resource.resource_name} onClose={onClose}>
      <div className="stack">
        <Large resource={resource} />
        <p className="quiet">{t.othersWhy({ name: resource.user_name })}</p>
        <Details resource={resource} />
      </div>
    </SidePanel>
  )
}

function OwnResource({ resource, categories, onUnsaved, onSaved, onDeleted, onClose }: ResourcePanelProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { resource_id, resource_name } = resource
  const removal = useRemoval(resource, onDeleted)
  const most = LIMITS.pictureName
  const form = useDraft(
    { resource_name, category_id: String(resource.category_id ?? NONE) },
    {
      validate(draft): Wrong<'resource_name' | 'category_id'> {
        const wanted = draft.resource_name.trim()
        if (wanted === '') return { resource_name: t.nameMissing }
        return wanted.length > most ? { resource_name: t.nameHelp({ most }) } : {}
      },
      async send(draft) {
        const wanted = draft.resource_name.trim()
        const category_id = draft.category_id === NONE ? null : Number(draft.category_id)
        const changes = { ...(wanted !== resource_name && { resource_name: wanted }), category_id }
        onSaved((await api.resource.edit({ resource_id, ...changes })).resource_name)
      },
      fieldOf: { 114003: 'resource_name', 114004: 'resource_name' },
      onUnsaved,
    },
  )
  const { draft, set, wrong } = form
  return (
    <EntityForm
      title={resource_name}
      form={form}
      onClose={onClose}
      isWithoutCancel
      actions={
        <span className="row-start">
          <Button icon="trash" onPress={removal.ask}>
            {t.delete}
          </Button>
        </span>
      }
      below={
        <>
          <Details resource={resource} />
          {removal.dialogs}
        </>
      }
    >
      <Large resource={resource} />
      <TextField
        label={t.name}
        name="resource_name"
        help={t.nameHelp({ most })}
        value={draft.resource_name}
        onChange={(name) => set({ resource_name: name })}
        error={wrong.resource_name}
        autoComplete="off"
        isRequired
      />
      <Select
        label={t.category}
        options={[
          { id: NONE, label: t.noCategory },
          ...categories.map(({ category_id, category_name }) => ({ id: String(category_id), label: category_name })),
        ]}
        value={draft.category_id}
        onChange={(category_id) => set({ category_id })}
        error={wrong.category_id}
      />
    </EntityForm>
  )
}

/** Deletes one, or says what uses it. */
function useRemoval({ resource_id, resource_name: name }: Resource, onDeleted: (name: string) => void) {
  const t = useText(text)
  const { close } = useText(words)
  const { api } = useConnection()
  const { wrong, isPending, check, send } = useSending<never>([])
  const dialog = useDialog<'delete' | 'in-use'>()
  const [users, setUsers] = useState<readonly string[]>([])

  async function remove() {
    try {
      await api.resource.remove({ resource_id })
      dialog.close()
      onDeleted(name)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== '114007') throw error
      setUsers(error.fields.map(({ message }) => message))
      dialog.open('in-use')
    }
  }
  return {
    ask() {
      check({})
      dialog.open('delete')
    },
    dialogs: (
      <>
        <ConfirmDialog
          title={t.deleteTitle({ name })}
          explanation={
            <>
              <p>{t.deleteWhy}</p>
              {wrong.form && (
                <p className="wrong" role="alert">
                  {wrong.form}
                </p>
              )}
            </>
          }
          confirmLabel={t.deleteIt({ name })}
          isDanger
          isOpen={dialog.isOpen && dialog.dialogState === 'delete'}
          isPending={isPending}
          onConfirm={() => void send(remove)}
          onClose={dialog.close}
        />
        <Dialog
          title={t.inUse({ name })}
          isOpen={dialog.isOpen && dialog.dialogState === 'in-use'}
          onClose={dialog.close}
          size="small"
          actions={
            <Button look="primary" onPress={dialog.close} isAutoFocus>
              {close}
            </Button>
          }
        >
          <p>{t.inUseWhy}</p>
          <ul className="gallery-users">
            {users.map((user) => (
              <li key={user}>{user}</li>
            ))}
          </ul>
        </Dialog>
      </>
    ),
  }
}

function Large({ resource }: { resource: Resource }) {
  const t = useText(text)
  return (
    <div className="gallery-large">
      <Preview resource={resource} alt={t.pictureOf({ name: resource.resource_name })} />
    </div>
  )
}

function Details({ resource }: { resource: Resource }) {
  const t = useText(text)
  const format = useFormat()
  const { resource_id, resource_type, width, height, bytes, user_name, created_time } = resource
  return (
    <>
      <Facts
        facts={[
          [t.size, width !== null && height !== null ? t.pixels({ width, height }) : null],
          [t.bytes, sizeText(bytes, format)],
          [t.by, user_name],
          [t.created, format.dateTime(created_time)],
        ]}
      />
      {resource_type === 'model' && <ModelParts resource_id={resource_id} />}
    </>
  )
}
