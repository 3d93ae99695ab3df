import { useMemo } from 'react'
import { words } from '../../../../core/text/words.ts'
import { useFormat, useText } from '../../../define/index.ts'
import type { Column, RowSource } from '../../../kit/table/columns.ts'
import { Table } from '../../../kit/table/Table.tsx'
import { Value } from '../../../kit/Value.tsx'
import { Carried } from '../../../parts/Carried.tsx'
import { valueText } from '../../../parts/point-text.ts'
import { nameOf } from '../view/chart-looks.ts'
import type { ViewPoint } from '../view/point-of.ts'
import type { ViewDevice } from '../view/use-view-devices.ts'
import type { TimeRow } from './time-rows.ts'

interface TimeTableProps {
  label: string
  points: readonly ViewPoint[]
  devices: ReadonlyMap<string, ViewDevice>
  rows: readonly TimeRow[] | RowSource<TimeRow>
  isLoading?: boolean
}

const rowId = ({ data_time }: TimeRow): string => String(data_time)

export function TimeTable({ label, points, devices, rows, isLoading = false }: TimeTableProps) {
  const word = useText(words)
  const format = useFormat()
  const columns = useMemo<Column<TimeRow>[]>(
    () => [
      {
        id: 'time',
        title: word.time,
        width: 150,
        grow: 0,
        isFixed: true,
        cell: ({ data_time }) => format.dateTime(data_time),
        narrow: { cell: ({ data_time }) => format.dateTime(data_time).slice(5), width: 128 },
      },
      ...points.map((point): Column<TimeRow> => {
        const known = devices.get(point.sn_code)?.points.get(point.key)
        const name = nameOf(point, devices, format)
        return {
          id: point.id,
          title: known?.unit ? `${name} (${known.unit})` : name,
          isNumeric: true,
          width: 88,
          cell: ({ cells }) => {
            const cell = cells.get(point.id)
            if (!cell) return '–'
            return (
              <Carried since={cell.since}>
                <Value value={valueText(cell.value, known, format)} quality={cell.quality} />
              </Carried>
            )
          },
        }
      }),
    ],
    [word, format, points, devices],
  )
  return <Table label={label} columns={columns} rows={rows} rowId={rowId} isLoading={isLoading} sort={null} />
}
