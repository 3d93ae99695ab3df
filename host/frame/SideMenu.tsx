import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { useElement, useText } from '../../elements/define/index.ts'
import { IconButton } from '../../elements/kit/Button.tsx'
import { Icon } from '../../elements/kit/Icon.tsx'
import { Badge } from '../../elements/kit/StateMark.tsx'
import type { MenuSection, Place } from '../menu.ts'
import { $sidebar } from '../preferences.ts'
import { text } from '../text.ts'
import { type MenuCount, type MenuCounts, shortCount } from './use-menu-counts.ts'

interface SideMenuProps {
  menu: readonly MenuSection[]
  /** The page in sight. */
  path: string
  counts: MenuCounts
}

/** The sections and their pages; icons alone when collapsed. */
export function SideMenu({ menu, path, counts }: SideMenuProps) {
  const t = useText(text)
  const { lang } = useElement()
  const isCollapsed = useStore($sidebar) === '1'
  const row = (place: Place, isEntry = false) => (
    <MenuRow
      key={place.path}
      place={place}
      title={place.title[lang]}
      isEntry={isEntry}
      isCollapsed={isCollapsed}
      isCurrent={place.path === path}
      count={counts.get(place.path)}
    />
  )
  return (
    <nav className={isCollapsed ? 'side-menu side-menu-collapsed' : 'side-menu'} aria-label={t.menu}>
      <div className="side-menu-brand">
        <Icon name="gauge" size={20} />
        {!isCollapsed && <strong>Sightglass</strong>}
      </div>
      <ul className="side-menu-list">
        {menu.map(({ title, icon, path: own, entries }) => (
          <li key={title.en}>
            {own === null
              ? !isCollapsed && <span className="side-menu-heading">{title[lang]}</span>
              : row({ title, icon, path: own })}
            {entries.length > 0 && <ul>{entries.map((entry) => row(entry, true))}</ul>}
          </li>
        ))}
      </ul>
      <div className="side-menu-foot">
        <IconButton
          icon={isCollapsed ? 'chevrons-right' : 'chevrons-left'}
          label={isCollapsed ? t.expand : t.collapse}
          onPress={() => $sidebar.set(isCollapsed ? '0' : '1')}
        />
      </div>
    </nav>
  )
}

interface MenuRowProps {
  place: Place
  title: string
  isEntry: boolean
  isCollapsed: boolean
  isCurrent: boolean
  count: MenuCount | undefined
}

function MenuRow({ place, title, isEntry, isCollapsed, isCurrent, count }: MenuRowProps) {
  const link = (
    <Link
      href={place.path}
      className={isEntry ? 'menu-row menu-row-entry' : 'menu-row'}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={isCollapsed ? title : undefined}
      title={isCollapsed ? title : undefined}
    >
      {(!isEntry || isCollapsed) && <Icon name={place.icon} />}
      {!isCollapsed && <span className="menu-row-title">{title}</span>}
      {count && (
        <span className="menu-row-count" title={count.label}>
          <Badge>{shortCount(count)}</Badge>
        </span>
      )}
    </Link>
  )
  return isEntry ? <li>{link}</li> : link
}
