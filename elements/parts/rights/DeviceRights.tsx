import type { KeyboardEvent } from 'react'
import type { Givable } from '../../../core/contract/role.ts'
import {
  type DeviceRight,
  found,
  type Group,
  groupSources,
  type Source,
  setGroup,
  type TreeRow,
  treeRows,
} from '../../../core/rules/rights-tree.ts'
import { useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { CellCheck } from './CellCheck.tsx'
import { type Branches, matches, TreeBar } from './TreeBar.tsx'
import { text } from './text.ts'
import { useCellKeys } from './use-cell-keys.ts'

type Node = Group & { id: number }

interface DeviceRightsProps {
  value: readonly DeviceRight[]
  byRole: readonly DeviceRight[]
  groups: Givable['device_groups']
  isReadOnly: boolean
  onChange: (value: DeviceRight[]) => void
  branches: Branches<number>
}

/** Reading and writing by device group, as WAI-ARIA's treegrid: the arrows walk the cells and open what is below. */
export function DeviceRights({ value, byRole, groups, isReadOnly, onChange, branches }: DeviceRightsProps) {
  const t = useText(text)
  const nodes = groups.map((group): Node => ({ ...group, id: group.group_id }))
  const left = branches.search.trim() ? found(nodes, ({ group_name }) => matches(branches.search, group_name)) : nodes
  const rows = treeRows(left, branches.isOpen)
  const sources = groupSources(groups, value, byRole)
  const keys = useCellKeys(rows.length, 3)
  if (groups.length === 0) return <p className="rights-note">{t.noGroups}</p>

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const row = rows[keys.active.row]
    const isOnName = keys.active.column === 0 && (event.target as HTMLElement).dataset.cell !== undefined
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const opens = event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')
    const closes = event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')
    if (isOnName && row && ((opens && row.isOpen === false) || (closes && row.isOpen && !branches.search))) {
      event.preventDefault()
      branches.setOpen(row.node.id, opens)
    } else keys.onKeyDown(event)
  }

  return (
    <>
      <TreeBar branches={branches} all={groups.map(({ group_id }) => group_id)} />
      <p className="rights-help">{t.groupsHelp}</p>
      {rows.length === 0 && <p className="rights-note">{t.noMatch}</p>}
      <div className="rights-grid" role="treegrid" aria-label={t.devices} onKeyDown={onKeyDown}>
        {/* biome-ignore lint/a11y/useSemanticElements: a table's rows have no levels */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: nothing to press in it */}
        <div role="row" className="rights-grid-row rights-grid-head">
          {[t.group, t.read, t.write].map((title) => (
            // biome-ignore lint/a11y/useSemanticElements: a table's rows have no levels
            // biome-ignore lint/a11y/useFocusableInteractive: nothing to press in it
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
        </div>
        {rows.map((row, at) => (
          <GroupRow
            key={row.node.id}
            row={row}
            read={sources.get(row.node.id)?.read ?? null}
            write={sources.get(row.node.id)?.write ?? null}
            isReadOnly={isReadOnly}
            cellOf={(column) => keys.cell(at, column)}
            onOpen={() => branches.setOpen(row.node.id, !row.isOpen)}
            onSet={(what, isOn) => onChange(setGroup(value, row.node.id, what, isOn))}
          />
        ))}
      </div>
    </>
  )
}

interface GroupRowProps {
  row: TreeRow<Node>
  read: Source
  write: Source
  isReadOnly: boolean
  cellOf: (column: number) => React.HTMLAttributes<HTMLElement>
  onOpen: () => void
  onSet: (what: 'read' | 'write', isOn: boolean) => void
}

function GroupRow({ row, read, write, isReadOnly, cellOf, onOpen, onSet }: GroupRowProps) {
  const t = useText(text)
  const { node, level, isOpen, position, siblings } = row
  const cell = (what: 'read' | 'write', column: number) => {
    const source = what === 'read' ? read : write
    const from = source === 'role' ? t.byRole : source === 'above' ? t.fromAbove : null
    const notHeld = what === 'write' && !node.may_write ? t.notHeld : null
    return (
      // biome-ignore lint/a11y/useSemanticElements: a table's rows have no levels
      // biome-ignore lint/a11y/useFocusableInteractive: what is in it takes the focus
      <span role="gridcell">
        <CellCheck
          label={t.cellOf({ what: t[what], name: node.group_name })}
          isSelected={source !== null}
          locked={from ?? notHeld ?? (isReadOnly ? '' : null)}
          note={from ?? (notHeld && !isReadOnly ? t.notHeldShort : null)}
          onChange={(isOn) => onSet(what, isOn)}
          cell={cellOf(column)}
        />
      </span>
    )
  }
  /** The name is the label of the first box, but of a group with others below it, which it opens. */
  const isReadable = !isReadOnly && (read === null || read === 'own')
  const onName = () => {
    if (isOpen !== null) onOpen()
    else if (isReadable) onSet('read', read === null)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's rows have no levels
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="row"
      className="rights-grid-row"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen ?? undefined}
      style={{ '--depth': level - 1 } as React.CSSProperties}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table's rows have no levels */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and the boxes do the same */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: cellOf makes it so */}
      <span
        {...cellOf(0)}
        role="gridcell"
        className="rights-grid-name"
        data-presses={isOpen !== null || isReadable || undefined}
        onClick={onName}
      >
        <span className="rights-branch" aria-hidden>
          {isOpen !== null && <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />}
        </span>
        <span className="rights-name">{node.group_name}</span>
      </span>
      {cell('read', 1)}
      {cell('write', 2)}
    </div>
  )
}
