import type { Screen } from '../../../core/contract/screen.ts'
import { useFormat, useText } from '../../define/index.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { Badge } from '../../kit/StateMark.tsx'
import { text } from './page-text.ts'
import { Picture } from './TemplateMarks.tsx'

interface ScreenCardsProps {
  screens: readonly Screen[]
  mayDesign: boolean
  menuOf: (screen: Screen) => (MenuEntry | 'line')[]
  open: (screen: Screen) => void
}

/** Screens by what they look like: those for desktops, then those for phones. */
export function ScreenCards({ screens, mayDesign, menuOf, open }: ScreenCardsProps) {
  const t = useText(text)
  return (
    <div className="screen-variants">
      {(['desktop', 'mobile'] as const).map((variant) => {
        const its = screens.filter((screen) => screen.variant === variant)
        return (
          its.length > 0 && (
            <section key={variant} aria-label={t[variant]}>
              <h2 className="screen-variant">{t[variant]}</h2>
              <ul className="template-cards">
                {its.map((screen) => (
                  <Card
                    key={screen.screen_id}
                    screen={screen}
                    {...(mayDesign && { entries: menuOf(screen), onOpen: () => open(screen) })}
                  />
                ))}
              </ul>
            </section>
          )
        )
      })}
    </div>
  )
}

interface CardProps {
  screen: Screen
  entries?: (MenuEntry | 'line')[]
  onOpen?: () => void
}

function Card({ screen, entries, onOpen }: CardProps) {
  const t = useText(text)
  const format = useFormat()
  const { screen_id, screen_name, is_start, width, height, published_revision, revision } = screen
  const isOld = published_revision !== null && published_revision < revision
  return (
    <li className="template-card">
      <Picture screen_id={screen_id} thumbnail={screen.thumbnail} />
      <div className="template-card-body">
        {onOpen ? (
          <button type="button" className="template-card-name" title={screen_name} onClick={onOpen}>
            {screen_name}
          </button>
        ) : (
          <strong className="template-card-name">{screen_name}</strong>
        )}
        {entries && (
          <span className="template-card-menu">
            <MoreMenu label={t.screenActions({ name: screen_name })} entries={entries} />
          </span>
        )}
        <span className="template-card-marks">
          {is_start && <Badge>{t.startScreen}</Badge>}
          <span className="template-quiet">
            {published_revision === null ? t.neverPublished : isOld ? t.newer : t.upToDate}
          </span>
        </span>
        <span className="template-card-counts">
          <span>{`${width} × ${height}`}</span>
          <span title={t.changedBy({ name: screen.changed_by, time: format.dateTime(screen.changed_time) })}>
            {`${screen.changed_by} · ${format.date(screen.changed_time)}`}
          </span>
        </span>
      </div>
    </li>
  )
}
