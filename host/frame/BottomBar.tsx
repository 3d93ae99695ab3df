import { useStore } from '@nanostores/react'
import { Link, useLocation } from 'wouter'
import { useElement, useText } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/Button.tsx'
import { Icon } from '../../elements/kit/Icon.tsx'
import { Menu, type MenuEntry } from '../../elements/kit/Menu.tsx'
import { Badge } from '../../elements/kit/StateMark.tsx'
import { useHelp } from '../help/use-help.ts'
import type { Place } from '../menu.ts'
import { text } from '../text.ts'
import { useConsole, useSignOut } from '../use-console.ts'
import { useFlashEntry, useLanguageEntries, useThemeEntries } from './Looks.tsx'
import { type MenuCount, type MenuCounts, shortCount } from './use-menu-counts.ts'
import { enterWall } from './wall.ts'

const PLACES = 4

interface BottomBarProps {
  places: readonly Place[]
  /** The page in sight. */
  path: string
  counts: MenuCounts
}

/** The menu of a narrow screen: four places, and everything else behind "more". */
export function BottomBar({ places, path, counts }: BottomBarProps) {
  const t = useText(text)
  const { lang } = useElement()
  const [, navigate] = useLocation()
  const name = useStore(useConsole().connection.$session)?.name ?? ''
  const signOut = useSignOut()
  const openHelp = useHelp()
  const rest = places.slice(PLACES).map(({ id, title, icon, path: to }) => {
    const count = counts.get(to)
    return {
      id,
      label: title[lang],
      icon,
      isCurrent: to === path,
      onAction: () => navigate(to),
      ...(count && { note: shortCount(count) }),
    }
  })
  const isWaiting = places.slice(PLACES).some((place) => counts.has(place.path))
  // Said by a word: with a choice that is on, the list would open there, far below its first place.
  const asPlain = ({ isChecked, id, label, onAction }: MenuEntry): MenuEntry => ({
    id,
    label,
    onAction,
    ...(isChecked && { note: t.isOn, isCurrent: true }),
  })
  const languages = useLanguageEntries().map(asPlain)
  const flash = asPlain(useFlashEntry())
  const themes = useThemeEntries().map(asPlain)
  return (
    <nav className="bottom-bar" aria-label={t.menu}>
      {places.slice(0, PLACES).map((place) => (
        <Link
          key={place.id}
          href={place.path}
          className="bottom-place"
          aria-current={place.path === path ? 'page' : undefined}
        >
          <Icon name={place.icon} size={20} />
          <span>{place.short[lang]}</span>
          <Count of={counts.get(place.path)} />
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
            flash,
            { id: 'account', label: t.accountPage, onAction: () => navigate('/account') },
            { id: 'help', label: t.help, onAction: openHelp },
            { id: 'wall', label: t.wall, onAction: enterWall },
            { id: 'sign-out', label: t.signOut, note: name, onAction: signOut },
          ]}
        >
          <Button look="plain" icon="more">
            {t.more}
          </Button>
        </Menu>
        {isWaiting && <span className="bottom-dot" role="img" aria-label={t.somethingWaits} />}
      </span>
    </nav>
  )
}

/** On the corner of a place's icon. */
function Count({ of: count }: { of: MenuCount | undefined }) {
  if (!count) return null
  return (
    <span className="bottom-count" title={count.label}>
      <Badge>{shortCount(count)}</Badge>
    </span>
  )
}
