import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { ResourceCategory, ResourceType } from '../../../core/contract/resource.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { text } from './text.ts'

interface CategoriesProps {
  type: ResourceType
  categories: readonly ResourceCategory[]
  /** Null for all. */
  chosen: number | null
  onChoose: (category_id: number | null) => void
  onDone: (said: string) => void
}

/** What a dialog asks about, and still says while it closes. */
interface DialogState {
  what: 'new' | 'rename' | 'delete'
  category: ResourceCategory | null
  isOpen: boolean
  round: number
}

/** The categories of one kind: one of them is shown, or all; the chosen one can be renamed and deleted. */
export function Categories({ type, categories, chosen, onChoose, onDone }: CategoriesProps) {
  const t = useText(text)
  const { resource } = useConnection().api
  const [dialogState, setDialogState] = useState<DialogState | null>(null)
  const removal = useSending<never>([])
  const ask = (what: DialogState['what'], category: ResourceCategory | null) =>
    setDialogState((before) => ({ what, category, isOpen: true, round: (before?.round ?? 0) + 1 }))
  const close = () => setDialogState((before) => before && { ...before, isOpen: false })
  const current = categories.find(({ category_id }) => category_id === chosen)

  async function remove({ category_id, category_name }: ResourceCategory) {
    if (!(await removal.send(() => resource.removeCategory({ category_id })))) return
    close()
    onChoose(null)
    onDone(t.categoryGone({ name: category_name }))
  }

  const choice = (id: number | null, label: string, count?: number) => (
    <button
      key={id ?? 'all'}
      type="button"
      className="gallery-category"
      aria-pressed={chosen === id}
      onClick={() => onChoose(id)}
    >
      {label}
      {count !== undefined && <span className="gallery-category-count">{count}</span>}
    </button>
  )
  const { category } = dialogState ?? {}
  return (
    <fieldset className="gallery-categories">
      <legend className="sg-hidden-visually">{t.categories}</legend>
      {choice(null, t.allOf)}
      {categories.map(({ category_id, category_name, resource_count }) =>
        choice(category_id, category_name, resource_count),
      )}
      {current && (
        <Menu
          label={t.categoryMenu({ name: current.category_name })}
          entries={[
            { id: 'rename', label: t.renameCategory, icon: 'edit', onAction: () => ask('rename', current) },
            {
              id: 'delete',
              label: t.deleteCategory,
              icon: 'trash',
              isDanger: true,
              onAction: () => ask('delete', current),
            },
          ]}
        >
          <IconButton icon="more" label={t.categoryMenu({ name: current.category_name })} />
        </Menu>
      )}
      <Button look="plain" icon="plus" onPress={() => ask('new', null)}>
        {t.newCategory}
      </Button>
      {dialogState && (
        <CategoryDialog
          key={dialogState.round}
          type={type}
          editing={category ?? null}
          isOpen={dialogState.isOpen && dialogState.what !== 'delete'}
          onClose={close}
          onDone={(made) => {
            close()
            const say = dialogState.what === 'new' ? t.categoryMade : t.categorySaved
            onDone(say({ name: made.category_name }))
          }}
        />
      )}
      {category && (
        <ConfirmDialog
          title={t.deleteCategoryTitle({ name: category.category_name })}
          explanation={
            <>
              <p>
                {category.resource_count > 0
                  ? t.deleteCategoryWhy({ count: category.resource_count })
                  : t.deleteCategoryEmpty}
              </p>
              {removal.wrong.form && (
                <p className="gallery-wrong" role="alert">
                  {removal.wrong.form}
                </p>
              )}
            </>
          }
          confirmLabel={t.deleteIt({ name: category.category_name })}
          isDanger
          isOpen={dialogState?.isOpen === true && dialogState.what === 'delete'}
          isPending={removal.isPending}
          onConfirm={() => void remove(category)}
          onClose={close}
        />
      )}
    </fieldset>
  )
}

interface CategoryDialogProps {
  type: ResourceType
  editing: ResourceCategory | null
  isOpen: boolean
  onDone: (category: ResourceCategory) => void
  onClose: () => void
}

function CategoryDialog({ type, editing, isOpen, onDone, onClose }: CategoryDialogProps) {
  const t = useText(text)
  const { cancel, save } = useText(words)
  const { resource } = useConnection().api
  const [name, setName] = useState(editing?.category_name ?? '')
  const { wrong, judge, send, isPending } = useSending(['category_name'], {
    114001: 'category_name',
    114002: 'category_name',
  })
  const most = LIMITS.classificationName

  async function submit() {
    const category_name = name.trim()
    const found =
      category_name === ''
        ? { category_name: t.categoryMissing }
        : category_name.length > most
          ? { category_name: t.categoryHelp({ most }) }
          : {}
    if (isPending || !judge(found)) return
    const made = await send(() =>
      editing
        ? resource.editCategory({ category_id: editing.category_id, category_name })
        : resource.createCategory({ resource_type: type, category_name }),
    )
    if (made) onDone(made)
  }

  return (
    <Dialog
      title={editing ? t.renameCategory : t.newCategory}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" isPending={isPending} onPress={() => void submit()}>
            {editing ? save : t.make}
          </Button>
        </>
      }
    >
      <form
        className="gallery-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label={t.categoryName}
          name="category_name"
          help={t.categoryHelp({ most })}
          value={name}
          onChange={setName}
          error={wrong.category_name}
          autoComplete="off"
          isRequired
          isAutoFocus
        />
        {wrong.form && (
          <p className="gallery-wrong" role="alert">
            {wrong.form}
          </p>
        )}
      </form>
    </Dialog>
  )
}
