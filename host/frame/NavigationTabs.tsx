import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useElement, useText } from '../../elements/define/index.ts'
import { IconButton } from '../../elements/kit/Button.tsx'
import { Icon } from '../../elements/kit/Icon.tsx'
import { Menu } from '../../elements/kit/Menu.tsx'
import { askToLeave } from '../leaving.ts'
import { $tabs, closeTab, moveTab, type NavigationTab } from '../navigation-tabs.ts'
import { text } from '../text.ts'
import { titleOfTab } from '../title.ts'

/** The open pages. Delete or a middle click closes one, Alt with an arrow moves it; where they do not fit, a menu lists all. */
export function NavigationTabs({ path, home }: { path: string; home: string }) {
  const t = useText(text)
  const { lang } = useElement()
  const tabs = useStore($tabs)
  const [, navigate] = useLocation()
  const { row, isOverflowing } = useTabRow(path, tabs)

  const close = (closed: string) => {
    if (closed !== path) return void closeTab(closed)
    askToLeave(() => {
      const next = closeTab(closed)
      navigate(next ? address(next) : home)
    })
  }
  const onKeyDown = (event: KeyboardEvent, tab: NavigationTab) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if (event.key === 'Delete') close(tab.path)
    else if (event.altKey && step) moveTab(tab.path, step)
    else return
    event.preventDefault()
  }
  const named = tabs.flatMap((tab) => {
    const title = titleOfTab(tab, lang)
    return title === null ? [] : [{ tab, title, isCurrent: tab.path === path }]
  })
  return (
    <nav className="page-tabs" aria-label={t.openPages}>
      <ul ref={row}>
        {named.map(({ tab, title, isCurrent }) => (
          <li key={tab.path} className="page-tab" data-current={isCurrent || undefined}>
            <Link
              href={address(tab)}
              title={title}
              aria-current={isCurrent ? 'page' : undefined}
              onKeyDown={(event) => onKeyDown(event, tab)}
              onAuxClick={(event) => {
                if (event.button !== 1) return
                event.preventDefault()
                close(tab.path)
              }}
            >
              {title}
            </Link>
            <button
              type="button"
              className="page-tab-close"
              aria-label={t.closePage({ name: title })}
              onClick={() => close(tab.path)}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
      {isOverflowing && (
        <Menu
          label={t.openPages}
          entries={named.map(({ tab, title, isCurrent }) => ({
            id: tab.path,
            label: title,
            isCurrent,
            onAction: () => navigate(address(tab)),
          }))}
        >
          <IconButton icon="chevron-down" label={t.allOpenPages({ count: named.length })} />
        </Menu>
      )}
    </nav>
  )
}

/** Keeps the tab of the page in sight, and knows whether there is room for all of them. */
function useTabRow(path: string, tabs: readonly NavigationTab[]) {
  const row = useRef<HTMLUListElement>(null)
  const [isOverflowing, setOverflowing] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, a tab more, another name and the list itself move the tab
  useLayoutEffect(() => {
    const list = row.current
    if (!list) return
    const measure = () => {
      setOverflowing(list.scrollWidth > list.clientWidth)
      // Its result, a promise in newer browsers, must not pass for a clean-up.
      list.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(list)
    return () => sizes.disconnect()
  }, [path, tabs, isOverflowing])
  return { row, isOverflowing }
}

const address = ({ path, search }: NavigationTab): string => (search ? `${path}?${search}` : path)
