import { useRef } from 'react'
import { PERMISSIONS, type Permission } from '../../../core/catalogue/permissions.ts'
import type { Operations } from '../../../core/contract/privilege.ts'
import { useElement, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { Badge } from '../../kit/StateMark.tsx'
import { useMoreBeside } from '../../kit/use-more-beside.ts'
import { CellCheck } from '../../parts/rights/CellCheck.tsx'
import { useCellKeys } from '../../parts/rights/use-cell-keys.ts'
import { changeable, type RequestedCells, rightSourceOf } from './matrix-cells.ts'
import { text } from './text.ts'

interface MatrixProps {
  label: string
  rows: readonly Operations[]
  codes: readonly Permission[]
  /** Who looks at it, and changes everybody's operations but these. */
  own_id: number | null
  /** Whether that user holds a code, and so may give and take it. */
  holds: (code: Permission) => boolean
  requested: RequestedCells
  onAllow: (users: readonly Operations[], code: Permission, is_allowed: boolean) => void
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
}

/** Users by operations. It scrolls in itself; who a row is about and the headings stay. */
export function Matrix({ label, rows, codes, selected, onSelect, ...rest }: MatrixProps) {
  const t = useText(text)
  const keys = useCellKeys(rows.length, codes.length + 1)
  const scroller = useRef<HTMLDivElement>(null)
  useMoreBeside(scroller)
  const chosen = rows.filter(({ user_id }) => selected.has(user_id))
  const nameOf = ({ name, user_name }: Operations) => name || user_name
  return (
    <div ref={scroller} className="matrix more-beside">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells the arrows walk */}
      <table role="grid" aria-label={label} aria-multiselectable onKeyDown={keys.onKeyDown}>
        <thead>
          <tr>
            <th scope="col" className="matrix-user">
              <span className="matrix-user-box">
                <Checkbox
                  label={t.selectAll}
                  isSelected={chosen.length === rows.length}
                  isIndeterminate={chosen.length > 0 && chosen.length < rows.length}
                  onChange={(isAll) => onSelect(new Set(isAll ? rows.map(({ user_id }) => user_id) : []))}
                />
                {t.name}
              </span>
            </th>
            {codes.map((code) => (
              <Heading key={code} code={code} chosen={chosen} {...rest} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.user_id} aria-selected={selected.has(row.user_id)}>
              <th scope="row" className="matrix-user">
                <span className="matrix-user-box">
                  <CellCheck
                    label={t.select({ name: nameOf(row) })}
                    isSelected={selected.has(row.user_id)}
                    onChange={(isOn) => {
                      const next = new Set(selected)
                      if (isOn) next.add(row.user_id)
                      else next.delete(row.user_id)
                      onSelect(next)
                    }}
                    cell={keys.cell(at, 0)}
                  />
                  <span className="matrix-name">
                    <strong>{nameOf(row)}</strong>
                    {row.name && <span className="matrix-user-name">{row.user_name}</span>}
                    {row.user_type === 1 && <Badge>{t.administrator}</Badge>}
                  </span>
                </span>
              </th>
              {codes.map((code, column) => (
                <td key={code}>
                  <Cell row={row} name={nameOf(row)} code={code} cell={keys.cell(at, column + 1)} {...rest} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Allowing = Pick<MatrixProps, 'own_id' | 'holds' | 'requested' | 'onAllow'>

interface HeadingProps extends Allowing {
  code: Permission
  chosen: readonly Operations[]
}

/** What a column gives, and the menu that gives it to several. */
function Heading({ code, chosen, own_id, holds, requested, onAllow }: HeadingProps) {
  const t = useText(text)
  const { lang } = useElement()
  const name = PERMISSIONS[code][lang]
  const entry = (is_allowed: boolean) => {
    const users = changeable(chosen, code, is_allowed, requested).filter(({ user_id }) => user_id !== own_id)
    return {
      id: String(is_allowed),
      label: (is_allowed ? t.giveAll : t.takeAll)({ count: users.length }),
      isDisabled: users.length === 0 || !holds(code),
      ...(!holds(code) && { note: t.notHeld }),
      onAction: () => onAllow(users, code, is_allowed),
    }
  }
  return (
    <th scope="col">
      <span className="matrix-heading">
        <span className="matrix-title" title={code}>
          {name}
          {!holds(code) && <span>{t.notHeldShort}</span>}
        </span>
        <MoreMenu
          label={t.bulk({ name })}
          entries={
            chosen.length === 0
              ? [{ id: 'first', label: t.selectFirst, isDisabled: true, onAction: () => {} }]
              : [entry(true), entry(false)]
          }
        />
      </span>
    </th>
  )
}

interface CellProps extends Allowing {
  row: Operations
  name: string
  code: Permission
  cell: React.HTMLAttributes<HTMLElement>
}

function Cell({ row, name, code, cell, own_id, holds, requested, onAllow }: CellProps) {
  const t = useText(text)
  const { lang } = useElement()
  const source = rightSourceOf(row, code, requested)
  const locked =
    source === 'administrator'
      ? t.ofAdministrator
      : source === 'role'
        ? t.byRole
        : row.user_id === own_id
          ? t.ofOneself
          : holds(code)
            ? null
            : t.notHeld
  return (
    <CellCheck
      label={t.cell({ operation: PERMISSIONS[code][lang], name })}
      isSelected={source !== null}
      locked={locked}
      note={source === 'role' ? t.byRoleShort : null}
      onChange={(is_allowed) => onAllow([row], code, is_allowed)}
      cell={cell}
    />
  )
}
