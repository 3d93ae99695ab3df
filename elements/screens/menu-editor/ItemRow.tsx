import type { DragEvent } from 'react'
import { isPlace, ROUTES } from '../../../core/catalogue/routes.ts'
import type { Lang, Translated } from '../../../core/text/define-text.ts'
import { useElement, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { MENU_ICONS } from '../../kit/menu-icons.ts'
import { goneOf, type Item, type Known, type Row } from './menu-draft.ts'
import { text } from './text.ts'

interface ItemRowProps {
  row: Row
  known: Known
  wrong: string | undefined
  drop: 'before' | 'after' | 'into' | undefined
  isDragged: boolean
  mayStep: { up: boolean; down: boolean }
  onStep: (by: -1 | 1) => void
  onEdit: () => void
  onRemove: () => void
  onDragStart: (event: DragEvent) => void
  onDragOver: (event: DragEvent) => void
  onDragEnd: () => void
  onDrop: (event: DragEvent) => void
}

type Words = Translated<(typeof text)['rows']>

/** What an item opens, in words. */
function targetWords({ kind, path, dashboard_id, screen_id, url, items }: Item, known: Known, t: Words, lang: Lang) {
  const named = (found: Known['screens'], id: number | null) => {
    const target = found.find((one) => one.id === id)
    return [target?.name, target?.note].filter(Boolean).join(' · ')
  }
  if (kind === 'group') return items.length > 0 ? t.countIn({ count: items.length }) : t.emptyGroup
  if (kind === 'dashboard') return `${t.target_dashboard} · ${named(known.dashboards, dashboard_id)}`
  if (kind === 'screen') return `${t.target_screen} · ${named(known.screens, screen_id)}`
  if (kind === 'web') return url
  const route = ROUTES.find((one) => one.path === path && isPlace(one))
  return `${t.target_page} · ${route?.title[lang] ?? path}`
}

export function ItemRow({
  row,
  known,
  wrong,
  drop,
  isDragged,
  mayStep,
  onStep,
  onEdit,
  onRemove,
  ...drag
}: ItemRowProps) {
  const t = useText(text)
  const { lang, locale } = useElement()
  const { item, group } = row
  const { item_id, icon, role_ids } = item
  const name = group ? t.inGroup({ group: group.item_name, name: item.item_name }) : item.item_name
  const gone = goneOf(item, known)
  const goneWords = { target: t.goneTarget, host: t.goneHost, roles: t.goneRoles }
  const roles = known.roles.filter(({ role_id }) => role_ids.includes(role_id)).map(({ role_name }) => role_name)
  return (
    <li
      className="menu-item"
      data-item={item_id}
      data-inner={group ? true : undefined}
      data-drop={drop}
      data-dragged={isDragged || undefined}
      draggable
      {...drag}
    >
      <span className="menu-item-grip" aria-hidden>
        <Icon name="menu" size={12} />
      </span>
      <Icon name={MENU_ICONS[icon]} />
      <div className="menu-item-words">
        <span className="menu-item-name">
          {group && <span className="sg-hidden-visually">{group.item_name} › </span>}
          {item.item_name}
        </span>
        <span className="menu-quiet">
          {targetWords(item, known, t, lang)}
          {roles.length > 0 && ` · ${t.forRoles({ roles: new Intl.ListFormat(locale).format(roles) })}`}
        </span>
        {gone && (
          <span className="menu-item-gone">
            <Icon name="warning" size={12} />
            {goneWords[gone]}
          </span>
        )}
        {wrong && (
          <span className="menu-wrong" role="alert">
            {wrong}
          </span>
        )}
      </div>
      <span className="menu-item-moves">
        <IconButton icon="arrow-up" label={t.up({ name })} isDisabled={!mayStep.up} onPress={() => onStep(-1)} />
        <IconButton icon="arrow-down" label={t.down({ name })} isDisabled={!mayStep.down} onPress={() => onStep(1)} />
      </span>
      <span className="menu-item-acts">
        <IconButton icon="edit" label={t.edit({ name })} onPress={onEdit} />
        <IconButton icon="trash" label={t.remove({ name })} onPress={onRemove} />
      </span>
    </li>
  )
}
