import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Menu, type MenuEntry } from '../../kit/Menu.tsx'
import { useKept } from '../../kit/use-kept-choice.ts'
import { fitting, MOST_NAME, MOST_VIEWS, readSavedViews, type SavedView } from './saved-views.ts'
import { text } from './saved-views-text.ts'

const NameDialog = lazyPart(async () => (await import('../form/NameDialog.tsx')).NameDialog, null)

/** What a list shows by its filters and order, and how that is changed. */
export interface ListView {
  view: object
  change(part: object): void
}

interface SavedViewsProps extends ListView {
  /** The choice of columns, as a text. */
  keptColumns: ReturnType<typeof useKept>
}

/** What a list shows, under names: filters, order and columns. Kept by this browser for its user, as columns are. */
export function SavedViews({ view, change, keptColumns }: SavedViewsProps) {
  const t = useText(text)
  const session = useStore(useConnection().$session)
  const { localName } = useElement().host
  const [kept, keep] = useKept(`views:${localName}:${session?.user_id ?? ''}`)
  const [naming, setNaming] = useState(0)
  const known = readSavedViews(kept)
  const [columns, keepColumns] = keptColumns
  const save = (views: readonly SavedView[]) => keep(JSON.stringify(views))
  const open = (saved: SavedView) => {
    change(fitting(saved, view))
    if (saved.columns !== columns) keepColumns(saved.columns ?? '')
  }
  const entries: (MenuEntry | 'line')[] = [
    ...known.map((saved) => ({ id: `open ${saved.name}`, label: saved.name, onAction: () => open(saved) })),
    ...(known.length > 0 ? (['line'] as const) : []),
    {
      id: 'save',
      label: t.saveView,
      icon: 'plus',
      isDisabled: known.length >= MOST_VIEWS,
      onAction: () => setNaming((before) => before + 1),
    },
    ...known.map(({ name }) => ({
      id: `delete ${name}`,
      label: t.deleteView({ name }),
      isDanger: true,
      onAction: () => save(known.filter((other) => other.name !== name)),
    })),
  ]
  return (
    <>
      <Menu label={t.views} entries={entries}>
        <Button icon="pin">
          <span className="views-word">{t.views}</span>
        </Button>
      </Menu>
      {naming > 0 && (
        <NamedView
          key={naming}
          taken={known.map(({ name }) => name)}
          send={(name) => save([...known, { name, columns, view: Object.fromEntries(Object.entries(view)) }])}
        />
      )}
    </>
  )
}

function NamedView({ taken, send }: { taken: readonly string[]; send: (name: string) => void }) {
  const t = useText(text)
  const [isOpen, setOpen] = useState(true)
  return (
    <NameDialog
      title={t.saveViewTitle}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      field="name"
      label={t.viewName}
      help={t.viewNameHelp}
      first=""
      saveLabel={t.saveViewDone}
      validate={(typed) => {
        const name = typed.trim()
        if (name === '' || name.length > MOST_NAME) return t.viewNameHelp
        return taken.includes(name) ? t.viewTaken : undefined
      }}
      send={async (name) => {
        send(name)
        setOpen(false)
      }}
      codes={[]}
    />
  )
}
