import { defineText } from '../../core/text/define-text.ts'
import { words } from '../../core/text/words.ts'
import { useFormat, useSheet, useText } from '../context/element-context.ts'
import { IconButton } from './Button.tsx'
import sheet from './pagination.css?sheet'
import { Select } from './Select.tsx'

const text = defineText({
  pages: ['分页', 'Pages'],
  previous: ['上一页', 'Previous page'],
  next: ['下一页', 'Next page'],
  sizeLabel: ['每页行数', 'Rows per page'],
  perPage: ['每页 {{size}} 条', '{{size}} per page'],
})

interface PaginationProps {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  onChange: (page: number, pageSize: number) => void
  pageSizes?: readonly number[]
}

export function Pagination({ page, pageSize, total, onChange, pageSizes = [20, 50, 100] }: PaginationProps) {
  useSheet(sheet)
  const { pages, previous, next, perPage, sizeLabel } = useText(text)
  const count = useText(words).total({ count: total })
  const format = useFormat()
  const last = Math.max(1, Math.ceil(total / pageSize))
  const sizes = pageSizes.includes(pageSize) ? pageSizes : [...pageSizes, pageSize].sort((a, b) => a - b)
  return (
    <nav className="pagination" aria-label={pages}>
      <span className="pagination-total">{count}</span>
      <Select
        label={sizeLabel}
        isLabelHidden
        options={sizes.map((size) => ({ id: String(size), label: perPage({ size }) }))}
        value={String(pageSize)}
        onChange={(size) => onChange(1, Number(size))}
      />
      <IconButton
        icon="chevron-left"
        label={previous}
        isDisabled={page <= 1}
        onPress={() => onChange(page - 1, pageSize)}
      />
      <span className="pagination-page">
        {format.number(page)} / {format.number(last)}
      </span>
      <IconButton
        icon="chevron-right"
        label={next}
        isDisabled={page >= last}
        onPress={() => onChange(page + 1, pageSize)}
      />
    </nav>
  )
}
