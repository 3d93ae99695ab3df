import { useRef } from 'react'
import {
  PERMISSION_CODES,
  PERMISSIONS,
  type Permission,
  SHOWN_PERMISSIONS,
} from '../../../core/catalogue/permissions.ts'
import { OFFERED_CODES } from '../../../core/catalogue/routes.ts'
import {
  aboveOf,
  belowOf,
  check,
  found,
  markOf,
  sectionsOf,
  treeRows,
  uncheck,
} from '../../../core/rules/rights-tree.ts'
import { useElement, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { Badge } from '../../kit/StateMark.tsx'
import { CheckMark } from './CellCheck.tsx'
import { type Branches, matches, TreeBar } from './TreeBar.tsx'
import { text } from './text.ts'
import { useTreeKeys } from './use-tree-keys.ts'

const SECTIONS = PERMISSION_CODES.filter((code) => belowOf(code).length > 0)

/** The root's branch is open at first. */
export const FIRST_BRANCHES: readonly Permission[] = ['P00000']

interface PermissionTreeProps {
  value: readonly Permission[]
  /** Held by roles: shown, and not to be taken here. */
  byRole: readonly Permission[]
  /** Held by whoever gives. */
  givable: readonly string[]
  isReadOnly: boolean
  onChange: (value: Permission[]) => void
  branches: Branches<Permission>
}

/**
 * The permission codes as WAI-ARIA's tree with check boxes: arrows move, open and close, Space checks, `*` opens all
 * sections of this level. A page in a section needs the section; a section gives none of its pages.
 */
export function PermissionTree({ value, byRole, givable, isReadOnly, onChange, branches }: PermissionTreeProps) {
  const t = useText(text)
  const { lang } = useElement()
  const tree = useRef<HTMLDivElement>(null)
  const held = new Set<string>([...value, ...byRole])
  // A code that opens nothing yet is shown where somebody holds it, to be taken.
  const shown = PERMISSION_CODES.filter((code) => OFFERED_CODES.includes(code) || held.has(code))
  const nodes = SHOWN_PERMISSIONS.filter(({ id }) => shown.includes(id))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const left = branches.search.trim()
    ? found(nodes, ({ id }) => matches(branches.search, id, PERMISSIONS[id].zh, PERMISSIONS[id].en))
    : nodes
  const rows = treeRows(left, branches.isOpen)

  const isGivable = (code: Permission) =>
    [code, ...sectionsOf(code)].every((one) => givable.includes(one) || (one !== code && held.has(one)))
  const isLocked = (code: Permission) => isReadOnly || byRole.includes(code) || !isGivable(code)
  const toggle = (code: Permission) => {
    if (isLocked(code)) return
    onChange(value.includes(code) ? uncheck(value, code, (one) => !givable.includes(one)) : check(value, code, byRole))
  }

  const keys = useTreeKeys<Permission>({
    tree,
    rows,
    isSearching: branches.search.trim() !== '',
    setOpen: branches.setOpen,
    openAll: (ids) => branches.openOnly([...SECTIONS.filter(branches.isOpen), ...ids]),
    toggle,
  })

  return (
    <>
      <TreeBar branches={branches} all={SECTIONS} least={FIRST_BRANCHES}>
        <span className="rights-count" aria-live="polite">
          {t.counted({ count: held.size, total: shown.length })}
        </span>
      </TreeBar>
      {rows.length === 0 && <p className="rights-note">{t.noMatch}</p>}
      <div
        ref={tree}
        className="rights-tree"
        role="tree"
        aria-label={t.permissions}
        aria-multiselectable
        onKeyDown={keys.onKeyDown}
      >
        {rows.map((row) => {
          const { id } = row.node
          const below = nodes.flatMap((node) => (aboveOf(byId, node.id).includes(id) ? [node.id] : []))
          const mark = markOf(held, id, below)
          const isByRole = byRole.includes(id)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around them has the keys
            <div
              key={id}
              role="treeitem"
              data-id={id}
              className="rights-row"
              tabIndex={id === keys.active ? 0 : -1}
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={row.isOpen ?? undefined}
              aria-checked={mark}
              aria-disabled={isLocked(id) || undefined}
              style={{ '--depth': row.level - 1 } as React.CSSProperties}
              onFocus={() => keys.setActive(id)}
              onClick={() => toggle(id)}
            >
              <span
                className="rights-branch"
                aria-hidden
                onClick={(event) => {
                  event.stopPropagation()
                  if (row.isOpen !== null) branches.setOpen(id, !row.isOpen)
                }}
              >
                {row.isOpen !== null && <Icon name={row.isOpen ? 'chevron-down' : 'chevron-right'} size={12} />}
              </span>
              <CheckMark mark={mark} isLocked={isLocked(id)} />
              <span className="rights-name" title={id}>
                {PERMISSIONS[id][lang]}
              </span>
              {isByRole && <Badge>{t.byRole}</Badge>}
              {!isReadOnly && !isByRole && !isGivable(id) && (
                <span className="rights-reason">
                  <span className="rights-reason-long">{t.notHeld}</span>
                  <span className="rights-reason-short" aria-hidden>
                    {t.notHeldShort}
                  </span>
                </span>
              )}
              {below.length > 0 && (
                <span className="rights-below" aria-hidden>
                  {below.filter((one) => held.has(one)).length}/{below.length}
                </span>
              )}
            </div>
          )
        })}
      </div>
    </>
  )
}
