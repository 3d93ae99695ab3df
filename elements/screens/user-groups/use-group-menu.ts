import { useText } from '../../define/index.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import type { Group } from './group-form.ts'
import { text } from './text.ts'

export interface GroupActions {
  edit: (group: Group) => void
  createBelow: (parent_id: number) => void
  menuOf: (group: Group) => (MenuEntry | 'line')[]
}

interface GroupMenuOptions extends Pick<GroupActions, 'edit' | 'createBelow'> {
  move: (group: Group) => void
  remove: (group: Group) => void
  /** The caller's own group: only what goes below it is the caller's. */
  isOwn: (group: Group) => boolean
}

/** What can be done with a group, for its row's menu and for its panel. */
export function useGroupMenu({ edit, createBelow, move, remove, isOwn }: GroupMenuOptions): GroupActions {
  const t = useText(text)
  return {
    edit,
    createBelow,
    menuOf: (group) => [
      { id: 'below', label: t.createBelow, icon: 'plus', onAction: () => createBelow(group.id) },
      ...(isOwn(group)
        ? []
        : [
            { id: 'edit', label: t.edit, icon: 'edit' as const, onAction: () => edit(group) },
            { id: 'move', label: t.moveTo, icon: 'chevrons-right' as const, onAction: () => move(group) },
            'line' as const,
            {
              id: 'delete',
              label: t.delete,
              icon: 'trash' as const,
              isDanger: true,
              onAction: () => remove(group),
            },
          ]),
    ],
  }
}
