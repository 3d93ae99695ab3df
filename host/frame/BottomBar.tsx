import { useStore } from '@nanostores/react'
import { Link, useLocation } from 'wouter'
import { useElement, useText } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/Button.tsx'
import { Icon } from '../../elements/kit/Icon.tsx'
import { Menu } from '../../elements/kit/Menu.tsx'
import type { Place } from '../menu.ts'
import { text } from '../text.ts'
import { useConsole, useSignOut } from '../use-console.ts'
import { useLanguageEntries, useThemeEntries } from './Looks.tsx'
import { enterWall } from './wall.ts'

const PLACES = 4

/** The menu of a narrow screen: four places, and everything else behind "more". */
export function BottomBar({ places, path }: { places: readonly Place[]; path: string }) {
  const t = useText(text)
  const { lang } = useElement()
  const [, navigate] = useLocation()
  const name = useStore(useConsole().connection.$session)?.name ?? ''
  const signOut = useSignOut()
  const rest = places.slice(PLACES).map(({ title, icon, path: to }) => ({
    id: to,
    label: title[lang],
    icon,
    onAction: () => navigate(to),
  }))
  const languages = useLanguageEntries()
  const themes = useThemeEntries().map(({ icon: _drawnWithChecks, ...theme }) => theme)
  return (
    <nav className="bottom-bar" aria-label={t.menu}>
      {places.slice(0, PLACES).map((place) => (
        <Link
          key={place.path}
          href={place.path}
          className="bottom-place"
          aria-current={place.path === path ? 'page' : undefined}
        >
          <Icon name={place.icon} size={20} />
          <span>{place.title[lang]}</span>
        </Link>
      ))}
      <span className="bottom-place bottom-more">
        <Menu
          label={t.more}
          placement="top end"
          entries={[
            ...rest,
            ...(rest.length > 0 ? (['line'] as const) : []),
            ...languages,
            'line',
            ...themes,
            'line',
            { id: 'account', label: t.accountPage, onAction: () => navigate('/account') },
            { id: 'help', label: t.help, onAction: () => navigate('/help') },
            { id: 'wall', label: t.wall, onAction: enterWall },
            { id: 'sign-out', label: t.signOut, note: name, onAction: signOut },
          ]}
        >
          <Button look="plain" icon="more">
            {t.more}
          </Button>
        </Menu>
      </span>
    </nav>
  )
}
