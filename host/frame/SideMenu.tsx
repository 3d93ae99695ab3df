import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useElement, useSheet, useText } from '../../elements/define/index.ts'
import { IconButton } from '../../elements/kit/Button.tsx'
import { Icon } from '../../elements/kit/Icon.tsx'
import { Menu } from '../../elements/kit/Menu.tsx'
import { Badge } from '../../elements/kit/StateMark.tsx'
import { LinkTooltip } from '../../elements/kit/Tooltip.tsx'
import { useMedia } from '../../elements/kit/use-media.ts'
import { type MenuSection, placesOf } from '../menu.ts'
import { $foldedSections, $sidebar } from '../preferences.ts'
import { text } from '../text.ts'
import { BrandMark } from './BrandMark.tsx'
import sheet from './side-menu.css?sheet'
import { countOf, type MenuCount, type MenuCounts, shortCount } from './use-menu-counts.ts'

interface SideMenuProps {
  menu: readonly MenuSection[]
  /** The page in sight. */
  path: string
  counts: MenuCounts
}

/** The sections and their pages; the sections' icons alone where it is folded. */
export function SideMenu({ menu, path, counts }: SideMenuProps) {
  useSheet(sheet)
  const t = useText(text)
  const choice = useStore($sidebar)
  const isSmall = useMedia('(max-width: 1279px)')
  const isFolded = choice === 'auto' ? isSmall : choice === 'folded'
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or another menu, is another entry to be in sight
  useEffect(() => {
    list.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' })
  }, [path, menu, isFolded])
  const Section = isFolded ? SectionIcon : OpenSection
  return (
    <nav className={isFolded ? 'side-menu side-menu-folded' : 'side-menu'} aria-label={t.menu}>
      <div className="side-menu-brand">
        <BrandMark isNameHidden={isFolded} />
      </div>
      <ul ref={list} className="side-menu-list">
        {menu.map((section) => (
          <li key={section.id}>
            <Section section={section} path={path} counts={counts} />
          </li>
        ))}
      </ul>
      <div className="side-menu-foot">
        <IconButton
          icon={isFolded ? 'chevrons-right' : 'chevrons-left'}
          label={isFolded ? t.expand : t.collapse}
          onPress={() => $sidebar.set(isFolded ? 'open' : 'folded')}
        />
      </div>
    </nav>
  )
}

interface SectionProps {
  section: MenuSection
  path: string
  counts: MenuCounts
}

/** A section with its pages below it. Its row is a link where it has a page of its own; the chevron folds it. */
function OpenSection({ section, path, counts }: SectionProps) {
  const t = useText(text)
  const { lang } = useElement()
  const folded = useStore($foldedSections)
  const { id, icon, path: own, entries } = section
  const title = section.title[lang]
  const isFolded = entries.length > 0 && folded.includes(id)
  const fold = () => $foldedSections.set(isFolded ? folded.filter((one) => one !== id) : [...folded, id])
  const holdsCurrent = isFolded && entries.some((entry) => entry.path === path)
  const chevron = <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
  const inside = (
    <>
      <Icon name={icon} />
      <span className="menu-row-title">{title}</span>
      <Count of={isFolded ? countOf(section, counts) : own === null ? undefined : counts.get(own)} />
    </>
  )
  return (
    <>
      {own === null ? (
        <button
          type="button"
          className="menu-row menu-row-section"
          aria-expanded={!isFolded}
          data-current={holdsCurrent || undefined}
          onClick={fold}
        >
          {inside}
          <span className="menu-fold">{chevron}</span>
        </button>
      ) : (
        <div className="menu-section">
          <Link
            href={own}
            className="menu-row menu-row-section"
            aria-current={own === path ? 'page' : undefined}
            data-current={own === path || holdsCurrent || undefined}
          >
            {inside}
          </Link>
          {entries.length > 0 && (
            <button
              type="button"
              className="menu-fold"
              aria-expanded={!isFolded}
              aria-label={t.foldSection({ name: title })}
              onClick={fold}
            >
              {chevron}
            </button>
          )}
        </div>
      )}
      {entries.length > 0 && !isFolded && (
        <ul>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Link
                href={entry.path}
                className="menu-row menu-row-entry"
                aria-current={entry.path === path ? 'page' : undefined}
                data-current={entry.path === path || undefined}
              >
                <span className="menu-row-title">{entry.title[lang]}</span>
                <Count of={counts.get(entry.path)} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A section as its icon: a link where it is one page, else the way to its pages beside it. */
function SectionIcon({ section, path, counts }: SectionProps) {
  const { lang } = useElement()
  const [, navigate] = useLocation()
  const { icon, path: own, entries } = section
  const title = section.title[lang]
  const pages = placesOf([section])
  const count = <Count of={countOf(section, counts)} />
  const isCurrent = pages.some((page) => page.path === path)
  if (own !== null && entries.length === 0)
    return (
      <LinkTooltip text={title}>
        <Link
          href={own}
          className="menu-row"
          aria-label={title}
          aria-current={isCurrent ? 'page' : undefined}
          data-current={isCurrent || undefined}
        >
          <Icon name={icon} />
          {count}
        </Link>
      </LinkTooltip>
    )
  return (
    <span className="menu-row" data-current={isCurrent || undefined}>
      <Menu
        label={title}
        placement="right top"
        entries={pages.map((page) => {
          const waiting = counts.get(page.path)
          return {
            id: page.id,
            label: page.title[lang],
            icon: page.icon,
            isCurrent: page.path === path,
            onAction: () => navigate(page.path),
            ...(waiting && { note: shortCount(waiting) }),
          }
        })}
      >
        <IconButton icon={icon} label={title} isInColumn />
      </Menu>
      {count}
    </span>
  )
}

function Count({ of: count }: { of: MenuCount | undefined }) {
  if (!count) return null
  return (
    <span className="menu-row-count" title={count.label}>
      <Badge>{shortCount(count)}</Badge>
    </span>
  )
}
