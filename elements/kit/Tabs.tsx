import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { useSheet } from '../context/element-context.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Skeleton } from './Skeleton.tsx'
import sheet from './tabs.css?sheet'

export interface TabItem<Id extends string = string> {
  id: Id
  label: string
  icon?: IconName
  /** A small number behind the label. */
  count?: ReactNode
  /** Made only when its tab is first shown, and gone when another is. */
  content: () => ReactNode
}

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly TabItem<Id>[]
  selected: Id
  onSelect: (id: Id) => void
}

/**
 * Arrow keys, Home and End choose along the row, as WAI-ARIA describes tabs; a panel that is loaded lazily shows a
 * skeleton meanwhile. Our own: the control library's tabs bring its whole machinery of collections, 17 KB.
 */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  useSheet(sheet)
  const id = useId()
  const shown = tabs.find((tab) => tab.id === selected)
  return (
    <div className="tabs">
      <TabList id={id} label={label} tabs={tabs} selected={selected} onSelect={onSelect} />
      {shown && (
        <div
          key={shown.id}
          id={`${id}-panel`}
          className="tab-panel"
          role="tabpanel"
          aria-labelledby={`${id}-${shown.id}`}
        >
          <Suspense fallback={<Skeleton rows={6} />}>{shown.content()}</Suspense>
        </div>
      )}
    </div>
  )
}

interface TabListProps<Id extends string> extends Omit<TabsProps<Id>, 'tabs'> {
  /** Of the tabs, and with `-panel` of their panel; without it what they show is no panel of theirs. */
  id?: string
  tabs: readonly Omit<TabItem<Id>, 'content'>[]
}

/** The row of tabs alone, for panels that are drawn elsewhere. */
export function TabList<Id extends string>({ id, label, tabs, selected, onSelect }: TabListProps<Id>) {
  useSheet(sheet)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = selected && list.current?.querySelector('[data-selected]')
    if (!tab || !list.current) return
    // In a row that is too long for its place, the chosen tab is seen; scrollIntoView would move the page as well.
    const [row, box] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (box.left < row.left || box.right > row.right)
      list.current.scrollLeft += box.left - row.left - (row.width - box.width) / 2
  }, [selected])
  const hasShown = tabs.some((tab) => tab.id === selected)
  const choose = (event: KeyboardEvent<HTMLElement>) => {
    const next = neighbour(event, tabs.length)
    const tab = next === null ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next as number]?.focus()
    onSelect(tab.id)
  }
  return (
    <div ref={list} className="tab-list" role="tablist" aria-label={label}>
      {tabs.map((tab, index) => {
        const isSelected = tab.id === selected
        return (
          <button
            key={tab.id}
            type="button"
            id={id && `${id}-${tab.id}`}
            className="tab"
            role="tab"
            aria-selected={isSelected}
            aria-controls={id && isSelected ? `${id}-panel` : undefined}
            data-selected={isSelected || undefined}
            tabIndex={isSelected || (!hasShown && index === 0) ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={choose}
          >
            {tab.icon && <Icon name={tab.icon} />}
            {tab.label}
            {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
          </button>
        )
      })}
    </div>
  )
}

/** Where a key leads from the tab that has the focus, round the ends; null for every other key. */
function neighbour({ key, currentTarget }: KeyboardEvent<HTMLElement>, count: number): number | null {
  const all = [...(currentTarget.parentElement?.children ?? [])]
  const at = all.indexOf(currentTarget)
  const forward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  return (at + (key === forward ? 1 : -1) + count) % count
}
