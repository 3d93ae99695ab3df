import type { Bulletin } from '../../../core/contract/bulletin.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { Badge } from '../../kit/StateMark.tsx'
import { PlainText } from '../inbox/PlainText.tsx'
import { text } from './text.ts'

export interface BulletinActions {
  onEdit: (bulletin: Bulletin) => void
  onPin: (bulletin: Bulletin) => void
  onRemove: (bulletin: Bulletin) => void
}

interface BulletinCardProps {
  bulletin: Bulletin
  /** Null for who only reads. */
  actions: BulletinActions | null
}

/** One bulletin, whole. */
export function BulletinCard({ bulletin, actions }: BulletinCardProps) {
  const t = useText(text)
  const w = useText(words)
  const format = useFormat()
  const { title, body, is_pinned, state, from_time, until_time, name } = bulletin
  const minute = (time: number) => format.dateTime(time).slice(0, -3)
  return (
    <article className="bulletin" aria-label={title}>
      <header className="bulletin-head">
        {is_pinned && <Icon name="pin" label={t.pinned} />}
        <h2 className="bulletin-title">{title}</h2>
        {state === 'planned' && <Badge>{t.planned({ time: minute(from_time) })}</Badge>}
        {state === 'over' && <Badge>{t.over}</Badge>}
        {actions && (
          <span className="bulletin-actions">
            <MoreMenu
              label={t.actions({ title })}
              placement="bottom end"
              entries={[
                { id: 'edit', label: w.edit, icon: 'edit', onAction: () => actions.onEdit(bulletin) },
                { id: 'pin', label: is_pinned ? t.unpin : t.pin, icon: 'pin', onAction: () => actions.onPin(bulletin) },
                { id: 'delete', label: w.delete, icon: 'trash', onAction: () => actions.onRemove(bulletin) },
              ]}
            />
          </span>
        )}
      </header>
      <PlainText text={body} />
      <p className="bulletin-foot">
        <span>{t.by({ name, time: minute(from_time) })}</span>
        {until_time !== null && state !== 'over' && <span>{t.until({ time: minute(until_time) })}</span>}
      </p>
    </article>
  )
}
