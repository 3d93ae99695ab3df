import { type FormEvent, useEffect, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Resource, ResourceCategory } from '../../../core/contract/resource.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { text as formText } from '../../parts/form/text.ts'
import { useSending } from '../../parts/form/use-sending.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { isCallFailure } from '../../parts/use-call.ts'
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

type DialogState = { what: 'delete' | 'in-use'; users: readonly string[]; wrong: string; isOpen: boolean }

/** One of the gallery: how it looks, its name and category, and the way to be rid of it. */
export function ResourcePanel({ resource, categories, onUnsaved, onSaved, onDeleted, onClose }: ResourcePanelProps) {
  const t = useText(text)
  const { save, close } = useText(words)
  const { unreachable } = useText(formText)
  const { lang, root } = useElement()
  const format = useFormat()
  const { api } = useConnection()
  const { resource_id, resource_name, resource_type, is_own, width, height } = resource
  const before = String(resource.category_id ?? NONE)
  const [name, setName] = useState(resource_name)
  const [category, setCategory] = useState(before)
  const [dialogState, setDialogState] = useState<DialogState>({ what: 'delete', users: [], wrong: '', isOpen: false })
  const [isDeleting, setDeleting] = useState(false)
  const sending = useSending(['resource_name', 'category_id'], { 114003: 'resource_name', 114004: 'resource_name' })
  const { wrong } = sending
  const most = LIMITS.pictureName
  const isUnsaved = name !== resource_name || category !== before
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [isUnsaved, onUnsaved])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = name.trim()
    const found =
      wanted === ''
        ? { resource_name: t.nameMissing }
        : wanted.length > most
          ? { resource_name: t.nameHelp({ most }) }
          : {}
    if (sending.isPending || !sending.judge(found)) return
    const category_id = category === NONE ? null : Number(category)
    const changes = { ...(wanted !== resource_name && { resource_name: wanted }), category_id }
    const saved = await sending.send(() => api.resource.edit({ resource_id, ...changes }))
    if (saved) onSaved(saved.resource_name)
  }

  async function remove() {
    setDeleting(true)
    try {
      await api.resource.remove({ resource_id })
      setDialogState((earlier) => ({ ...earlier, isOpen: false }))
      onDeleted(resource_name)
    } catch (error) {
      if (!isCallFailure(error)) throw error
      if (error instanceof ApiError && error.code === '114007')
        setDialogState({ what: 'in-use', users: error.fields.map(({ message }) => message), wrong: '', isOpen: true })
      else {
        const said = error instanceof ApiError ? `${messageOf(error.code, lang)} (${error.code})` : unreachable
        setDialogState((earlier) => ({ ...earlier, wrong: said }))
      }
    } finally {
      setDeleting(false)
    }
  }

  const shut = () => setDialogState((earlier) => ({ ...earlier, isOpen: false }))
  return (
    <SidePanel
      title={resource_name}
      onClose={onClose}
      actions={
        is_own && (
          <>
            <span className="gallery-delete">
              <Button
                icon="trash"
                onPress={() => setDialogState({ what: 'delete', users: [], wrong: '', isOpen: true })}
              >
                {t.delete}
              </Button>
            </span>
            <Button
              look="primary"
              isPending={sending.isPending}
              onPress={() => root.querySelector<HTMLFormElement>('#gallery-resource-form')?.requestSubmit()}
            >
              {save}
            </Button>
          </>
        )
      }
    >
      <div className="gallery-form">
        <div className="gallery-large">
          <Preview resource={resource} alt={t.pictureOf({ name: resource_name })} />
        </div>
        {is_own ? (
          <form id="gallery-resource-form" className="gallery-form" onSubmit={submit} noValidate>
            <TextField
              label={t.name}
              name="resource_name"
              help={t.nameHelp({ most })}
              value={name}
              onChange={setName}
              error={wrong.resource_name}
              autoComplete="off"
              isRequired
            />
            <Select
              label={t.category}
              options={[
                { id: NONE, label: t.noCategory },
                ...categories.map(({ category_id, category_name }) => ({
                  id: String(category_id),
                  label: category_name,
                })),
              ]}
              value={category}
              onChange={setCategory}
              error={wrong.category_id}
            />
            {wrong.form && (
              <p className="gallery-wrong" role="alert">
                {wrong.form}
              </p>
            )}
            {/* Enter in a field needs a button of this very form. */}
            <button type="submit" hidden tabIndex={-1} />
          </form>
        ) : (
          <p className="gallery-quiet">{t.othersWhy({ name: resource.user_name })}</p>
        )}
        <Facts
          facts={[
            [t.size, width !== null && height !== null ? t.pixels({ width, height }) : null],
            [t.bytes, sizeText(resource.bytes, format)],
            [t.by, resource.user_name],
            [t.created, format.dateTime(resource.created_time)],
          ]}
        />
        {resource_type === 'model' && <ModelParts resource_id={resource_id} />}
      </div>
      <ConfirmDialog
        title={t.deleteTitle({ name: resource_name })}
        explanation={
          <>
            <p>{t.deleteWhy}</p>
            {dialogState.wrong && (
              <p className="gallery-wrong" role="alert">
                {dialogState.wrong}
              </p>
            )}
          </>
        }
        confirmLabel={t.deleteIt({ name: resource_name })}
        isDanger
        isOpen={dialogState.isOpen && dialogState.what === 'delete'}
        isPending={isDeleting}
        onConfirm={() => void remove()}
        onClose={shut}
      />
      <Dialog
        title={t.inUse({ name: resource_name })}
        isOpen={dialogState.isOpen && dialogState.what === 'in-use'}
        onClose={shut}
        size="small"
        actions={
          <Button look="primary" onPress={shut} isAutoFocus>
            {close}
          </Button>
        }
      >
        <p>{t.inUseWhy}</p>
        <ul className="gallery-users">
          {dialogState.users.map((user) => (
            <li key={user}>{user}</li>
          ))}
        </ul>
      </Dialog>
    </SidePanel>
  )
}
