import type { Template } from '../../../core/contract/template.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Badge } from '../../kit/StateMark.tsx'
import { Picture } from './Picture.tsx'
import { text } from './text.ts'

interface LibraryCardsProps {
  label: string
  rows: readonly Template[]
  openId: number | null
  onOpen: (row: Template) => void
  /** Left out where the user may not make templates. */
  onUse?: ((row: Template) => void) | undefined
}

/** Templates by what they look like. */
export function LibraryCards({ label, rows, openId, onOpen, onUse }: LibraryCardsProps) {
  const t = useText(text)
  return (
    <ul className="library-cards" aria-label={label}>
      {rows.map((row) => (
        <li key={row.template_id} className="library-card" data-open={row.template_id === openId || undefined}>
          <Picture screen_id={row.start_screen_id} thumbnail={row.thumbnail} />
          <div className="library-card-body">
            <button
              type="button"
              className="library-card-name"
              title={row.module_name}
              aria-label={t.look({ name: row.module_name })}
              onClick={() => onOpen(row)}
            >
              {row.module_name}
            </button>
            <span className="library-card-marks">
              <span className="library-quiet">{row.is_own ? t.own : t.by({ name: row.creator_name })}</span>
              {row.module_type === 'nonstandard' && <Badge>{t.nonstandard}</Badge>}
            </span>
            <span className="library-card-foot">
              <span className="library-counts">
                <span>{t.pointsOf({ count: row.point_count })}</span>
                <span>{t.screensOf({ count: row.screen_count })}</span>
              </span>
              {onUse && (
                <span className="library-use">
                  <Button onPress={() => onUse(row)}>
                    {t.use}
                    <span className="sg-hidden-visually"> {row.module_name}</span>
                  </Button>
                </span>
              )}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
