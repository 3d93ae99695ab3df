import type { Template } from '../../../core/contract/template.ts'
import { useText } from '../../define/index.ts'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { Badge } from '../../kit/StateMark.tsx'
import { Picture, PublishedMark } from './TemplateMarks.tsx'
import { text } from './text.ts'
import type { TemplateActions } from './use-template-actions.tsx'

interface TemplateCardsProps {
  rows: readonly Template[]
  actions: TemplateActions
  open: (row: Template) => void
}

/** Templates by what they look like. */
export function TemplateCards({ rows, actions, open }: TemplateCardsProps) {
  const t = useText(text)
  return (
    <ul className="template-cards" aria-label={t.title}>
      {rows.map((row) => (
        <li key={row.template_id} className="template-card">
          <Picture screen_id={row.start_screen_id} thumbnail={row.thumbnail} />
          <div className="template-card-body">
            <button type="button" className="template-card-name" title={row.module_name} onClick={() => open(row)}>
              {row.module_name}
            </button>
            <span className="template-card-menu">
              <MoreMenu label={t.menuOf({ name: row.module_name })} entries={actions.menuOf(row)} />
            </span>
            <span className="template-card-marks">
              <PublishedMark is_published={row.is_published} />
              {row.module_type === 'nonstandard' && <Badge>{t.nonstandard}</Badge>}
              {row.is_public && <Badge>{t.public}</Badge>}
            </span>
            <span className="template-card-counts">
              <span>{t.pointsOf({ count: row.point_count })}</span>
              <span>{t.screensOf({ count: row.screen_count })}</span>
              <span>{t.devicesOf({ count: row.device_count })}</span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
