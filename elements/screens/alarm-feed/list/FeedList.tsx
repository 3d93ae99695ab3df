// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be

import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
} from 'react'
import { sortText } from '../../../../core/contract/sort.ts'
import { useText } from '../../../define/index.ts'
import { useRowWindow } from '../../../kit/table/use-row-window.ts'
import { useNeighbourMenu } from '../../../parts/neighbours/use-neighbour-menu.tsx'
import { useHold } from '../../../parts/use-hold.ts'
import { useFeed } from '../feed-context.ts'
import { type FeedItem, type FeedRow, isHeading } from '../rows/feed-rows.ts'
import { sortOf } from '../rows/order.ts'
import { text } from '../text.ts'
import { CompactRowView, FeedRowView } from './FeedRowView.tsx'
import { HeadingRow } from './HeadingRow.tsx'
import type { RowProps } from './row-props.ts'
import { TableHead } from './TableHead.tsx'
import { TableRowView } from './TableRowView.tsx'
import { useActiveItem } from './use-active-item.ts'
import { useColumns } from './use-columns.ts'
import { useHeight } from './use-height.ts'
import { useRowActs } from './use-row-acts.ts'
import type { Selection } from './use-selection.ts'

/** The same in the head and in every row, whatever stands in it; where nothing can be confirmed, the head's menu alone. */
const ACT_TRACKS = { some: '104px', none: '48px' }

export type FeedLook = 'feed' | 'table' | 'compact'

export interface FeedListHandle {
  focus(): void
  /** So many rows down, or up. */
  move(step: number): void
  /** The row that the keys are on. */
  active(): FeedRow | null
  /** Selects what the keys are on, or not any more; with `isRange` all from the last one to it. */
  select(isRange: boolean): void
}

interface FeedListProps {
  look: FeedLook
  /** Null where nothing can be selected. */
  selection: Selection | null
  onConfirm: (row: FeedRow, isNoted: boolean) => void
  /** The row whose panel is open. */
  openId?: string
  /** No more rows than these; all, scrolled, when left out. */
  atMost?: number
  ref?: Ref<FeedListHandle>
}

/** The alarms in their order: only those in view are drawn, however many there are. */
export function FeedList({ look, selection, onConfirm, openId = '', atMost, ref }: FeedListProps) {
  const id = useId()
  const t = useText(text)
  const { rows, view, change, may, open } = useFeed()
  const neighbours = useNeighbourMenu()
  useSyncExternalStore(rows.subscribe, rows.version)
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const rowHeight = useHeight(probe, look === 'feed' ? 56 : 28)
  const headHeight = useHeight(head, 0)
  const columns = useColumns()
  const hold = useHold(rows, (selection?.keys.size ?? 0) > 0)
  const items = atMost === undefined ? rows.items : rows.items.slice(0, atMost)
  const window = useRowWindow(items.length, rowHeight, look === 'table' ? headHeight : 0, scroller)
  const { activeKey, activeAt, setActive, go } = useActiveItem(items, window.reveal)
  const activeItem = (): FeedItem | undefined => items[activeAt()]
  const selectActive = (isRange: boolean) => {
    const item = activeItem()
    if (item) selection?.toggle(item, isRange)
  }
  const takeFocus = () => scroller.current?.focus({ preventScroll: true })
  useImperativeHandle(ref, () => ({
    focus() {
      takeFocus()
      if (activeAt() < 0) go(0)
    },
    move(step) {
      takeFocus()
      go(activeKey === null ? 0 : activeAt() + step)
    },
    active() {
      const item = activeItem()
      return item && !isHeading(item) ? item : null
    },
    select: selectActive,
  }))

  const acts = useRowActs({ selection, onConfirm, setActive, takeFocus, neighbours })
  /** The menu key is pressed on the grid, which has the focus. */
  const onContextMenu = (event: MouseEvent) => {
    const item = activeItem()
    const box = scroller.current?.querySelector('[data-active]')?.getBoundingClientRect()
    if (event.target !== event.currentTarget || !acts.menu || !item || isHeading(item) || !box) return
    event.preventDefault()
    acts.menu(item.key, activeAt(), { x: box.x + 8, y: box.bottom })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const at = activeAt()
    const page = Math.max(1, window.indices.length - 12)
    const item = activeItem()
    const to: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: items.length - 1,
    }
    const next = to[event.key]
    if (next !== undefined) go(next)
    else if (event.key === 'Enter' && item) isHeading(item) ? rows.toggle(item.group) : open(item.alarm)
    else if (event.key === ' ') selectActive(event.shiftKey)
    else return
    event.preventDefault()
  }

  const activeIndex = activeAt()
  const tracks = [...(selection ? ['32px'] : []), columns.tracks, ACT_TRACKS[may.confirm ? 'some' : 'none']].join(' ')
  const draw = (item: FeedItem, index: number) => {
    const place = { id: `${id}-${item.key}`, index, top: index * rowHeight, isActive: index === activeIndex }
    if (isHeading(item)) return <HeadingRow key={item.key} heading={item} selection={selection} {...place} />
    const row: RowProps = {
      ...place,
      rowKey: item.key,
      alarm: item.alarm,
      isLeaving: item.leaves !== null,
      isOpen: item.alarm.alarm_id === openId,
      isSelected: selection ? selection.keys.has(item.key) : null,
      mayConfirm: may.confirm,
      acts,
    }
    if (look === 'table') return <TableRowView key={item.key} {...row} columns={columns.shown} />
    return look === 'compact' ? <CompactRowView key={item.key} {...row} /> : <FeedRowView key={item.key} {...row} />
  }

  return (
    <div
      ref={scroller}
      className={`feed-grid feed-grid-${look}`}
      role="grid"
      aria-label={t.title}
      aria-rowcount={items.length}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={window.indices.includes(activeIndex) ? `${id}-${activeKey}` : undefined}
      data-boxes={selection ? true : undefined}
      data-acts={may.confirm || undefined}
      tabIndex={0}
      style={{ '--columns': tracks } as CSSProperties}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      {...hold}
    >
      {look === 'table' && (
        <TableHead
          ref={head}
          columns={columns}
          sort={sortOf(view.sort)}
          onSort={(sort) => change({ sort: sortText(sort) })}
          hasBoxes={selection !== null}
        />
      )}
      <div ref={probe} className={`feed-probe feed-row feed-row-${look}`} aria-hidden />
      <div
        className="feed-rows"
        role="rowgroup"
        style={{ blockSize: window.height, '--shift': `${window.shift}px` } as CSSProperties}
      >
        {window.indices.map((index) => {
          const item = items[index]
          return item && draw(item, index)
        })}
      </div>
      {neighbours.menu}
    </div>
  )
}
