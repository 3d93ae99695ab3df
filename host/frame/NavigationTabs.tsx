import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useElement, useText } from '../../elements/define/index.ts'
import { Icon } from '../../elements/kit/Icon.tsx'
import { matchRoute } from '../match.ts'
import { $tabs, closeTab, moveTab, type NavigationTab } from '../navigation-tabs.ts'
import { text } from '../text.ts'
import { titleOf } from '../title.ts'

/** The open pages. Delete or a middle click closes one, Alt with an arrow moves it. */
export function NavigationTabs({ path, home }: { path: string; home: string }) {
  const t = useText(text)
  const { lang } = useElement()
  const tabs = useStore($tabs)
  const [, navigate] = useLocation()
  const current = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another tab to be in sight
  useEffect(() => {
    // Its result, a promise in newer browsers, must not pass for a clean-up.
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])

  const close = (closed: string) => {
    const next = closeTab(closed)
    if (closed === path) navigate(next ? address(next) : home)
  }
  const onKeyDown = (event: KeyboardEvent, tab: NavigationTab) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if (event.key === 'Delete') close(tab.path)
    else if (event.altKey && step) moveTab(tab.path, step)
    else return
    event.preventDefault()
  }
  return (
    <nav className="page-tabs" aria-label={t.openPages}>
      <ul>
        {tabs.map((tab) => {
          const matched = matchRoute(tab.path)
          if (!matched) return null
          const title = titleOf(matched, lang)
          const isCurrent = tab.path === path
          return (
            <li
              key={tab.path}
              ref={isCurrent ? current : null}
              className="page-tab"
              data-current={isCurrent || undefined}
            >
              <Link
                href={address(tab)}
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
          )
        })}
      </ul>
    </nav>
  )
}

const address = ({ path, search }: NavigationTab): string => (search ? `${path}?${search}` : path)
