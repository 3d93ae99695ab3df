import { useText } from '../../define/index.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { text } from './text.ts'

export interface GroupActions<G> {
  edit: (group: G) => void
  createBelow: (group: G) => void
  menuOf: (group: G) => (MenuEntry | 'line')[]
}

/** What may be done with a group by who may edit groups at all. */
export interface GroupRights<G> {
  mayCreateBelow: (group: G) => boolean
  mayEdit: (group: G) => boolean
  /** Or delete. */
  mayMove: (group: G) => boolean
}

interface GroupMenuOptions<G> extends Pick<GroupActions<G>, 'edit' | 'createBelow'> {
  words: { createBelow: string; delete: string }
  rights: GroupRights<G>
  move: (group: G) => void
  remove: (group: G) => void
}

/** What can be done with a group, for its row's menu and for its panel. */
export function useGroupMenu<G>(options: GroupMenuOptions<G>): GroupActions<G> {
  const t = useText(text)
  const { words, rights, edit, createBelow, move, remove } = options
  const menuOf = (group: G): (MenuEntry | 'line')[] => [
    ...(rights.mayCreateBelow(group)
      ? [{ id: 'below', label: words.createBelow, icon: 'plus' as const, onAction: () => createBelow(group) }]
      : []),
    ...(rights.mayEdit(group)
      ? [{ id: 'edit', label: t.edit, icon: 'edit' as const, onAction: () => edit(group) }]
      : []),
    ...(rights.mayMove(group)
      ? [
          { id: 'move', label: t.moveTo, icon: 'chevrons-right' as const, onAction: () => move(group) },
          'line' as const,
          {
            id: 'delete',
            label: words.delete,
            icon: 'trash' as const,
            isDanger: true,
            onAction: () => remove(group),
          },
        ]
      : []),
  ]
  return { edit, createBelow, menuOf }
}
