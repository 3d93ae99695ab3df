import { useMemo } from 'react'
import type { PermissionItem, TemplatePoint } from '../../../core/contract/template.ts'
import { useFormat, useText } from '../../define/index.ts'
import type { Column } from '../../kit/table/columns.ts'
import { Table } from '../../kit/table/Table.tsx'
import { enumCell } from '../../parts/point-table/point-rows.ts'
import { text as tableText } from '../../parts/point-table/text.ts'
import { text } from './points-text.ts'

interface PointListProps {
  points: readonly TemplatePoint[]
  items: readonly PermissionItem[]
}

/** Points for those who only look. */
export function PointList({ points, items }: PointListProps) {
  const t = useText(text)
  const c = useText(tableText)
  const format = useFormat()
  const columns = useMemo((): Column<TemplatePoint>[] => {
    const side = (value: number | null) => (value === null ? '…' : format.number(value))
    const range = ({ write_min, write_max }: TemplatePoint) =>
      write_min === null && write_max === null ? '' : `${side(write_min)} – ${side(write_max)}`
    return [
      { id: 'key', title: c.key, value: ({ key }) => key, width: 140, isFixed: true },
      { id: 'name', title: c.name, value: ({ name }) => name, width: 130 },
      { id: 'name_en', title: c.name_en, value: ({ name_en }) => name_en, width: 130, narrow: null },
      { id: 'data_type', title: c.data_type, value: ({ data_type }) => c[data_type], width: 90, grow: 0, narrow: null },
      { id: 'unit', title: c.unit, value: ({ unit }) => unit, width: 70, grow: 0 },
      { id: 'access', title: c.access, value: ({ access }) => c[access], width: 120, grow: 0, narrow: null },
      { id: 'range', title: t.range, value: range, isSortable: false, width: 110, grow: 0, narrow: null },
      {
        id: 'item_id',
        title: c.item_id,
        value: (point) => items.find(({ item_id }) => item_id === point.item_id)?.item_name ?? '',
        width: 110,
        grow: 0,
        narrow: null,
      },
      {
        id: 'enum_text',
        title: c.enum_text,
        value: ({ enum_text }) => enum_text && enumCell(enum_text),
        width: 160,
        isSortable: false,
        narrow: null,
      },
      {
        id: 'keep_history',
        title: t.history,
        value: ({ keep_history }) => (keep_history ? t.yes : ''),
        width: 80,
        grow: 0,
        narrow: null,
      },
    ]
  }, [t, c, format, items])
  return <Table label={c.title} columns={columns} rows={points} rowId={({ key }) => key} />
}
