import type { Dashboard } from '../../../core/contract/dashboard.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { shelvesOf } from './shelves.ts'
import { text } from './text.ts'

export type DashboardAct = 'settings' | 'grant' | 'copy' | 'remove' | 'edit' | 'favourite' | 'up' | 'down'

interface DashboardListProps {
  dashboards: readonly Dashboard[]
  /** The one that is shown; null for none. */
  selected: number | null
  search: string
  /** Who may make dashboards. */
  mayDesign: boolean
  onSearch: (search: string) => void
  onSelect: (dashboard_id: number) => void
  onAct: (act: DashboardAct, dashboard: Dashboard) => void
  onCreate: () => void
}

/** The dashboards by folder, each with what can be done with it. */
export function DashboardList(props: DashboardListProps) {
  const { dashboards, selected, search, mayDesign, onSearch, onSelect, onAct, onCreate } = props
  const t = useText(text)
  const shelves = shelvesOf(dashboards, search)
  // Among which one is moved, also those that the search hides.
  const whole = new Map(shelvesOf(dashboards, '').map(({ id, dashboards: of }) => [id, of]))
  return (
    <nav className="dashboards-list" aria-label={t.list}>
      <div className="dashboards-find">
        <SearchField label={t.search} value={search} onChange={onSearch} />
      </div>
      {shelves.length === 0 && <p className="quiet">{t.noMatch}</p>}
      {shelves.map(({ id, folder_name, dashboards: of }) => {
        const title = folder_name === null ? t.favourites : folder_name || t.noFolder
        const hasTitle = shelves.length > 1 || folder_name !== ''
        return (
          <section key={id} aria-label={title}>
            {hasTitle && (
              <h3 className="dashboards-folder">
                <Icon name={folder_name === null ? 'star' : 'folder'} size={16} />
                {title}
              </h3>
            )}
            <ul className="dashboards-rows">
              {of.map((dashboard) => (
                <Row
                  key={dashboard.dashboard_id}
                  dashboard={dashboard}
                  isSelected={dashboard.dashboard_id === selected}
                  mayDesign={mayDesign}
                  shelf={whole.get(id) ?? of}
                  onSelect={onSelect}
                  onAct={onAct}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {mayDesign && (
        <div className="dashboards-new">
          <Button icon="plus" onPress={onCreate}>
            {t.create}
          </Button>
        </div>
      )}
    </nav>
  )
}

interface RowProps extends Pick<DashboardListProps, 'mayDesign' | 'onSelect' | 'onAct'> {
  dashboard: Dashboard
  isSelected: boolean
  /** Among which it is moved, also those that a search hides. */
  shelf: readonly Dashboard[]
}

function Row({ dashboard, isSelected, mayDesign, shelf, onSelect, onAct }: RowProps) {
  const t = useText(text)
  const { copy } = useText(words)
  const { dashboard_id, dashboard_name, shown_revision, visible_to, is_favourite, may_edit, may_grant } = dashboard
  const entry = (id: DashboardAct, label: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id,
    label,
    ...more,
    onAction: () => onAct(id, dashboard),
  })
  const entries: (MenuEntry | 'line')[] = [
    entry('favourite', is_favourite ? t.noFavourite : t.favourite, { icon: 'star' }),
    ...(may_edit ? [entry('edit', t.edit, { icon: 'edit' }), entry('settings', t.settings, { icon: 'folder' })] : []),
    ...(may_grant ? [entry('grant', t.grant, { icon: 'users' })] : []),
    ...(mayDesign ? [entry('copy', copy, { icon: 'clipboard' })] : []),
    ...(may_edit
      ? [
          entry('up', t.moveUp, { icon: 'arrow-up', isDisabled: shelf[0] === dashboard }),
          entry('down', t.moveDown, { icon: 'arrow-down', isDisabled: shelf.at(-1) === dashboard }),
        ]
      : []),
    ...(may_grant ? ['line' as const, entry('remove', t.remove, { icon: 'trash', isDanger: true })] : []),
  ]
  return (
    <li className="dashboards-row" data-selected={isSelected || undefined}>
      <button
        type="button"
        className="dashboards-name"
        aria-current={isSelected ? 'page' : undefined}
        onClick={() => onSelect(dashboard_id)}
      >
        <span className="dashboards-title">{dashboard_name}</span>
        {shown_revision === null && (
          <span className="dashboards-mark" title={t.draftWhy}>
            {t.drafts}
          </span>
        )}
        {shown_revision !== null && visible_to === 'chosen' && <span className="dashboards-mark">{t.chosenMark}</span>}
      </button>
      <MoreMenu label={t.more({ name: dashboard_name })} entries={entries} />
    </li>
  )
}
