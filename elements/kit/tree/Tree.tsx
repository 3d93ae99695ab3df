import {
  type PointerEvent as PressEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { arrange, foundNodes, mayMoveBelow, type TreeNode, visibleRows } from '../../../core/rules/tree.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useSheet, useText } from '../../context/element-context.ts'
import type { NodeAlarms } from '../AlarmBadge.tsx'
import { IconButton } from '../Button.tsx'
import { Menu, type MenuEntry } from '../Menu.tsx'
import { TreeItem } from './TreeItem.tsx'
import sheet from './tree.css?sheet'
import { useNodeDrag } from './use-node-drag.ts'
import { useOpenNodes } from './use-open-nodes.ts'
import { useTreeKeys } from './use-tree-keys.ts'

type Id = number | string

interface TreeProps<Node extends TreeNode<Id>> {
  /** What these nodes are, for those who do not see the heading. */
  label: string
  /** Up to 2,000. */
  nodes: readonly Node[]
  nameOf: (node: Node) => string
  /** Behind the name, short and in words: `['3', '3 users']`. */
  noteOf?: (node: Node) => readonly [shown: ReactNode, said: string]
  /** Its open alarms, or those of all below it. */
  alarmsOf?: (node: Node) => NodeAlarms | null
  /** Leaves the nodes that match, with those that lead to them, all open. */
  matches?: ((node: Node) => boolean) | null
  selected: Node['object']['id'] | null
  /** A press, or Enter. */
  onSelect: (node: Node) => void
  menuOf?: (node: Node) => readonly (MenuEntry | 'line')[]
  /** Hears which nodes are open, for those that are read as they are opened. */
  onOpened?: (open: ReadonlySet<Node['object']['id']>) => void
  /** With this, nodes can be dragged below others. The menu should offer the same for the keyboard. */
  onMove?: (node: Node, parent: Node | null) => void
  mayMove?: (node: Node) => boolean
  /** False for a place that does not take it; none is below the node itself. */
  mayDrop?: (node: Node, parent: Node | null) => boolean
  /** The words of the place that stands for the top while a node is held; none where nothing can be moved there. */
  topLabel?: string | undefined
}

/**
 * A tree as WAI-ARIA describes it: arrows move, open and close, letters find, Enter chooses; one row is the Tab stop. A
 * node is dragged onto another to be moved below it.
 */
export function Tree<Node extends TreeNode<Id>>({
  label,
  nodes,
  nameOf,
  noteOf,
  alarmsOf,
  matches = null,
  selected,
  onSelect,
  menuOf,
  onOpened,
  onMove,
  mayMove = () => true,
  mayDrop = () => true,
  topLabel,
}: TreeProps<Node>) {
  useSheet(sheet)
  const { more } = useText(words)
  const box = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const whole = useMemo(() => arrange(nodes), [nodes])
  const { open, setOpen, wanted, setWanted } = useOpenNodes(nodes, whole, selected)
  const report = useEffectEvent((ids: ReadonlySet<Id>) => onOpened?.(ids))
  useEffect(() => report(open), [open])
  const [pointed, setPointed] = useState<Id | null>(null)

  const left = useMemo(() => (matches ? arrange(foundNodes(whole, matches)) : whole), [whole, matches])
  const rows = visibleRows(left, (id) => matches !== null || open.has(id))
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.object.id === wanted),
  )
  const active = rows[at]?.node.object.id ?? null
  const nodeOf = (row: Element) => {
    const key = (row as HTMLElement).dataset.id
    return rows.find(({ node }) => String(node.object.id) === key)?.node
  }
  const rowOf = (id: Id) => box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(String(id))}"]`)
  const select = (id: Id) => {
    const node = whole.byId.get(id)
    if (node) onSelect(node)
  }

  const onKeyDown = useTreeKeys<Id>({
    rows,
    indexOf: (row) => rows.findIndex(({ node }) => String(node.object.id) === (row as HTMLElement).dataset.id),
    nameAt: (index) => (rows[index] ? nameOf(rows[index].node) : ''),
    isSearching: matches !== null,
    setOpen,
    select,
    focus(id) {
      setWanted(id)
      rowOf(id)?.focus()
    },
    openMenu: (id) => rowOf(id)?.querySelector<HTMLElement>('.tree-menu button')?.click(),
  })

  function mayDropAt(id: Id, parent: Id | null): boolean {
    const node = whole.byId.get(id)
    if (!node || (parent === null && topLabel === undefined) || !mayMoveBelow(whole, id, parent)) return false
    return mayDrop(node, parent === null ? null : (whole.byId.get(parent) ?? null))
  }

  const { drag, ...dragging } = useNodeDrag<Id>({
    tree: box,
    ghost,
    idOf: (row) => nodeOf(row)?.object.id,
    mayDrag: (id) => onMove !== undefined && whole.byId.has(id) && mayMove(whole.byId.get(id) as Node),
    mayDrop: mayDropAt,
    onDrop(id, parent) {
      const node = whole.byId.get(id)
      if (node) onMove?.(node, parent === null ? null : (whole.byId.get(parent) ?? null))
    },
    onOpen: (id) => setOpen([id], true),
  })
  const held = drag && whole.byId.get(drag.id)
  const mayTop = drag !== null && mayDropAt(drag.id, null)

  function onPress(target: Element) {
    const row = target.closest('[role=treeitem]')
    const node = row && nodeOf(row)
    if (dragging.isClickOfDrag() || !node || target.closest('.tree-menu')) return
    const { id } = node.object
    setWanted(id)
    if (!target.closest('[data-branch]')) return onSelect(node)
    if (matches === null) setOpen([id], !open.has(id))
  }
  const rowAt = (event: PressEvent) => {
    const target = event.target as Element
    return box.current?.contains(target) ? target.closest('[role=treeitem]') : null
  }

  return (
    <div
      ref={box}
      className="tree"
      role="tree"
      aria-label={label}
      data-dragging={drag ? (drag.over === undefined ? 'nowhere' : 'somewhere') : undefined}
      onKeyDown={onKeyDown}
      onClick={(event) => onPress(event.target as Element)}
      onFocus={(event) => {
        const row = event.target.closest('[role=treeitem]')
        const id = row && box.current?.contains(row) ? nodeOf(row)?.object.id : undefined
        if (id !== undefined) setWanted(id)
      }}
      onPointerOver={(event) => {
        const row = menuOf && rowAt(event)
        if (row) setPointed(nodeOf(row)?.object.id ?? null)
      }}
      onPointerDown={(event) => {
        const isOnButton = (event.target as Element).closest('.tree-menu, [data-branch]') !== null
        dragging.onPointerDown(event, isOnButton ? null : rowAt(event))
      }}
    >
      {rows.map((row) => {
        const { node } = row
        const { id } = node.object
        const [note, noteLabel] = noteOf?.(node) ?? ['', '']
        const alarms = alarmsOf?.(node)
        const entries = menuOf && (id === active || id === pointed) ? menuOf(node) : []
        return (
          <TreeItem
            key={id}
            id={String(id)}
            name={nameOf(node)}
            note={note}
            noteLabel={noteLabel}
            alarmLevel={alarms?.level}
            alarmCount={alarms?.count}
            alarmSaid={alarms?.said}
            level={row.level}
            isOpen={row.isOpen}
            position={row.position}
            siblings={row.siblings}
            isSelected={id === selected}
            isActive={id === active}
            isPassed={matches !== null && !matches(node)}
            drag={drag?.id === id ? 'held' : drag?.over === id ? 'over' : undefined}
            hasMenu={menuOf !== undefined}
            menu={
              entries.length > 0 && (
                <Menu label={nameOf(node)} entries={entries}>
                  <IconButton icon="more" label={more} />
                </Menu>
              )
            }
          />
        )
      })}
      {mayTop && (
        <div className="tree-top" data-drag={drag.over === null ? 'over' : undefined} aria-hidden>
          {topLabel}
        </div>
      )}
      {held && <Ghost ref={ghost} name={nameOf(held)} />}
    </div>
  )
}

/** In the top layer: what clips the tree, or holds it, is nothing to it. */
function Ghost({ name, ref }: { name: string; ref: Ref<HTMLDivElement> }) {
  const { portal } = useElement()
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  useEffect(() => setLayer(portal()), [portal])
  if (!layer) return null
  return createPortal(
    <div ref={ref} className="tree-ghost" aria-hidden>
      {name}
    </div>,
    layer,
  )
}
