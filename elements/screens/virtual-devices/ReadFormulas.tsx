import { useMemo } from 'react'
import type { VirtualDeviceDetail, VirtualPoint } from '../../../core/contract/virtual-device.ts'
import { useElement, useText } from '../../define/index.ts'
import type { Column } from '../../kit/table/columns.ts'
import { Table } from '../../kit/table/Table.tsx'
import { text as tableText } from '../../parts/point-table/text.ts'
import { pointName } from '../../parts/point-text.ts'
import { text } from './editor-text.ts'

/** The points for those who only look. */
export function ReadFormulas({ detail }: { detail: VirtualDeviceDetail }) {
  const t = useText(text)
  const c = useText(tableText)
  const { lang } = useElement()
  const columns = useMemo(
    (): Column<VirtualPoint>[] => [
      { id: 'name', title: c.name, value: (point) => pointName(point, lang), width: 140, isFixed: true },
      { id: 'key', title: c.key, value: ({ key }) => key, width: 120, narrow: null },
      {
        id: 'formula',
        title: t.formula,
        value: ({ formula }) => formula,
        cell: ({ formula }) => <code className="formula-source">{formula}</code>,
        width: 180,
        grow: 3,
      },
      { id: 'unit', title: c.unit, value: ({ unit }) => unit, width: 80, grow: 0, narrow: null },
    ],
    [t, c, lang],
  )
  return (
    <>
      <p className="virtual-note">{t.readOnly}</p>
      <Table label={t.points} columns={columns} rows={detail.points} rowId={({ key }) => key} />
    </>
  )
}
