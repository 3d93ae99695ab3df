import { memo, type ReactNode } from 'react'
import { AlarmBadge } from '../AlarmBadge.tsx'
import type { AlarmLevel } from '../AlarmShape.tsx'
import { Icon } from '../Icon.tsx'

export interface TreeItemProps {
  id: string
  name: string
  /** Behind the name: a count. The same node as long as it says the same. */
  note: ReactNode
  /** The same in words. */
  noteLabel: string
  /** Of its open alarms, one by one, so that rows whose alarms stay the same stay as they are. */
  alarmLevel: AlarmLevel | undefined
  alarmCount: number | undefined
  alarmSaid: string | undefined
  level: number
  isOpen: boolean | null
  position: number
  siblings: number
  isSelected: boolean
  /** The Tab stop. */
  isActive: boolean
  /** Only leads to what was searched. */
  isPassed: boolean
  drag: 'held' | 'over' | undefined
  /** Where a node can have one. */
  hasMenu: boolean
  /** Its button; made for the rows that the user is at. */
  menu: ReactNode
}

/** One row; presses and keys are the tree's, so that thousands of rows stay as they are while one changes. */
export const TreeItem = memo(function TreeItem(row: TreeItemProps) {
  const label = [row.name, row.noteLabel, row.alarmSaid].filter(Boolean).join(', ')
  return (
    <div
      role="treeitem"
      className="tree-row"
      data-id={row.id}
      tabIndex={row.isActive ? 0 : -1}
      aria-label={label}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.isOpen ?? undefined}
      aria-selected={row.isSelected}
      data-passed={row.isPassed || undefined}
      data-drag={row.drag}
      data-alarm={row.alarmLevel}
      style={{ '--depth': row.level - 1 } as React.CSSProperties}
    >
      <span className="tree-branch" data-branch={row.isOpen === null ? undefined : ''} aria-hidden>
        {row.isOpen !== null && <Icon name={row.isOpen ? 'chevron-down' : 'chevron-right'} size={12} />}
      </span>
      <span className="tree-name">{row.name}</span>{' '}
      {row.alarmLevel !== undefined && (
        <span className="tree-alarms" aria-hidden>
          <AlarmBadge level={row.alarmLevel} count={row.alarmCount ?? 0} said={row.alarmSaid ?? ''} />
        </span>
      )}
      {row.note && (
        <span className="tree-note" aria-hidden>
          {row.note}
        </span>
      )}
      {row.hasMenu && <span className="tree-menu">{row.menu}</span>}
    </div>
  )
})
