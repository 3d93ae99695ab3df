import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { ResourceCategory, ResourceType } from '../../../core/contract/resource.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { NameDialog } from '../../parts/form/NameDialog.tsx'
import { useDialog } from '../../parts/form/use-dialog.ts'
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

interface DialogState {
  what: 'new' | 'rename' | 'delete'
  category: ResourceCategory | null
}

/** The categories of one kind: one of them is shown, or all; the chosen one can be renamed and deleted. */
export function Categories({ type, categories, chosen, onChoose, onDone }: CategoriesProps) {
  const t = useText(text)
  const { resource } = useConnection().api
  const { dialogState, open, close, isOpen, round } = useDialog<DialogState>()
  const removal = useSending<never>([])
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
        <MoreMenu
          label={t.categoryMenu({ name: current.category_name })}
          entries={[
            {
              id: 'rename',
              label: t.renameCategory,
              icon: 'edit',
              onAction: () => open({ what: 'rename', category: current }),
            },
            {
              id: 'delete',
              label: t.deleteCategory,
              icon: 'trash',
              isDanger: true,
              onAction: () => open({ what: 'delete', category: current }),
            },
          ]}
        />
      )}
      <Button look="plain" icon="plus" onPress={() => open({ what: 'new', category: null })}>
        {t.newCategory}
      </Button>
      {dialogState && (
        <CategoryDialog
          key={round}
          type={type}
          editing={category ?? null}
          isOpen={isOpen && dialogState.what !== 'delete'}
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
          isOpen={isOpen && dialogState?.what === 'delete'}
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
  const { save } = useText(words)
  const { resource } = useConnection().api
  const most = LIMITS.classificationName
  const help = t.categoryHelp({ most })
  return (
    <NameDialog
      title={editing ? t.renameCategory : t.newCategory}
      isOpen={isOpen}
      onClose={onClose}
      field="category_name"
      label={t.categoryName}
      help={help}
      first={editing?.category_name ?? ''}
      saveLabel={editing ? save : t.make}
      validate={(typed) => (typed.trim() === '' ? t.categoryMissing : typed.trim().length > most ? help : undefined)}
      send={async (category_name) =>
        onDone(
          await (editing
            ? resource.editCategory({ category_id: editing.category_id, category_name })
            : resource.createCategory({ resource_type: type, category_name })),
        )
      }
      codes={['114001', '114002']}
    />
  )
}
