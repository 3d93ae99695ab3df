import { useState } from 'react'
import { mayOpen, ROUTES } from '../../../core/catalogue/routes.ts'
import { useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { MENU_ICONS } from '../../kit/menu-icons.ts'
import { Select } from '../../kit/Select.tsx'
import { type Draft, goneOf, type Item, type Known } from './menu-draft.ts'
import { text } from './text.ts'

const ALL = 'all'

/** Whether holders of these codes may open a page of the console. */
const mayOpenPage = (path: string, permissions: readonly string[]) =>
  ROUTES.some((route) => route.path === path && mayOpen(route, permissions))

type Role = Known['roles'][number]

/** Whether users of a role find an item, as far as the role says that. */
function isFound(item: Item, role: Role | null, known: Known): boolean {
  if (goneOf(item, known) !== null) return false
  if (!role) return true
  const { kind, path, role_ids } = item
  if (role_ids.length > 0 && !role_ids.includes(role.role_id)) return false
  if (kind === 'page') return mayOpenPage(path, role.permissions)
  if (kind === 'dashboard') return mayOpenPage('/dashboard', role.permissions)
  return kind !== 'screen' || mayOpenPage('/configureMonitor', role.permissions)
}

/** The menu as users of a role find it, before it is saved. */
export function Preview({ draft, known }: { draft: Draft; known: Known }) {
  const t = useText(text)
  const [shown, setShown] = useState<string>(ALL)
  const role = known.roles.find(({ role_id }) => String(role_id) === shown) ?? null
  const home = known.dashboards.find(({ id }) => id === draft.home_dashboard_id)
  const seesHome =
    !role || (mayOpenPage('/customPage', role.permissions) && mayOpenPage('/dashboard', role.permissions))
  const outer = draft.items.flatMap((item) => {
    const inner = item.items.map((one) => ({ ...one, items: [] })).filter((one) => isFound(one, role, known))
    const isShown = isFound(item, role, known) && (item.kind !== 'group' || inner.length > 0)
    return isShown ? [{ item, inner }] : []
  })
  const own = outer.map(({ item, inner }) => (
    <li key={item.item_id}>
      <span className="menu-sample-row">
        <Icon name={MENU_ICONS[item.icon]} />
        <span>{item.item_name}</span>
      </span>
      {inner.length > 0 && (
        <ul>
          {inner.map((one) => (
            <li key={one.item_id} className="menu-sample-row menu-sample-inner">
              <span>{one.item_name}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  ))
  const builtIn = (
    <li key="console" className="menu-sample-row menu-quiet">
      <Icon name="more" />
      <span>{t.ownMenu}</span>
    </li>
  )
  return (
    <section className="menu-preview" aria-label={t.preview}>
      <h2>{t.preview}</h2>
      <Select<string>
        label={t.previewFor}
        options={[
          { id: ALL, label: t.everyRole },
          ...known.roles.map(({ role_id, role_name }) => ({ id: String(role_id), label: role_name })),
        ]}
        value={role ? shown : ALL}
        onChange={setShown}
        isSearchable={known.roles.length > 10}
      />
      <ul className="menu-sample">
        {home && seesHome && (
          <li className="menu-sample-row">
            <Icon name={MENU_ICONS.page} />
            <span>{home.name}</span>
            <span className="menu-quiet">{t.start}</span>
          </li>
        )}
        {draft.place === 'above' ? [...own, builtIn] : [builtIn, ...own]}
      </ul>
      <p className="menu-quiet">{t.previewHelp}</p>
    </section>
  )
}
