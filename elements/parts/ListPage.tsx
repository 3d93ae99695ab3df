import type { ReactNode } from 'react'
import { useSheet } from '../define/index.ts'
import { type FilterChip, FilterChips } from './FilterChips.tsx'
import sheet from './list-page.css?sheet'

export interface ListPageProps {
  /** Where I am. Left out inside a tab, whose name says it already. */
  title?: string
  /** The most important count, beside the title. */
  count?: ReactNode
  /** At most two buttons, on the right; the rest in a menu. */
  actions?: ReactNode
  /** The fields, directly above what they filter. */
  filters?: ReactNode
  /** The filters in force. */
  chips?: readonly FilterChip[]
  /** Removes all of them. */
  onClear?: (() => void) | undefined
  /** Between the filters and the rows: a note, a picture of what the rows say. */
  above?: ReactNode
  /** The table, or what stands in its place: `EmptyState`, `Failure`, `Skeleton`. */
  children: ReactNode
  pagination?: ReactNode
  /** A `SidePanel` of the chosen row. */
  side?: ReactNode
  /** The rows belong to an earlier page or filter and are about to be replaced. */
  isStale?: boolean
}

/** A list as every screen shows it: title line, filters, chips, rows, pages, and a panel beside it. */
export function ListPage({
  title,
  count,
  actions,
  filters,
  chips = [],
  onClear,
  above,
  children,
  pagination,
  side,
  isStale,
}: ListPageProps) {
  useSheet(sheet)
  return (
    <div className={side ? 'list-page list-page-split' : 'list-page'}>
      <div className="list-page-main">
        {title && (
          <div className="list-page-head">
            <span className="list-page-heading">
              <h1 className="list-page-title">{title}</h1>
              {count !== undefined && <span className="list-page-count">{count}</span>}
            </span>
            <span className="list-page-actions">{actions}</span>
          </div>
        )}
        {(filters || (!title && actions)) && (
          <div className="list-page-filters">
            {filters}
            {!title && actions && <span className="list-page-actions">{actions}</span>}
          </div>
        )}
        <FilterChips chips={chips} onClear={onClear} />
        {above}
        <div className="list-page-rows" aria-busy={isStale ?? false}>
          {children}
        </div>
        {pagination}
      </div>
      {side}
    </div>
  )
}
