import { useMemo } from 'react'
import type { Point } from '../../../../core/contract/device.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../../define/index.ts'
import type { Column, RowSource } from '../../../kit/table/columns.ts'
import { Table } from '../../../kit/table/Table.tsx'
import { Value } from '../../../kit/Value.tsx'
import { Carried } from '../../../parts/Carried.tsx'
import { pointName, valueText } from '../../../parts/point-text.ts'
import type { TimeRow } from './use-history-rows.ts'

interface TimesTableProps {
  label: string
  /** A column each, in this order. */
  points: readonly Point[]
  rows: RowSource<TimeRow>
  isLoading: boolean
}

/** Px of a heading beyond its characters. */
const AROUND_PX = 20
const [LEAST_PX, LEAST_TEXT_PX, MOST_PX, MOST_NARROW_PX] = [96, 128, 224, 96]

/** So wide that the heading can be read, within bounds: names of points may be sentences. */
function widthFor(name: string, { unit, data_type }: Point): number {
  const px = [...`${name} ${unit ?? ''}`].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12 : 7), AROUND_PX)
  return Math.min(MOST_PX, Math.max(px, data_type === 'number' ? LEAST_PX : LEAST_TEXT_PX))
}

const rowId = ({ data_time }: TimeRow) => String(data_time)

/** The history with a row a time and a column a point; of a point that sent nothing then it has what was in force. */
export function TimesTable({ label, points, rows, isLoading }: TimesTableProps) {
  const { lang } = useElement()
  const format = useFormat()
  const word = useText(words)
  const columns = useMemo<Column<TimeRow>[]>(
    () => [
      {
        id: 'time',
        title: word.time,
        cell: ({ data_time }) => format.dateTime(data_time),
        width: 164,
        grow: 0,
        isFixed: true,
        isPinned: true,
      },
      ...points.map((point): Column<TimeRow> => {
        const name = pointName(point, lang)
        const width = widthFor(name, point)
        return {
          id: point.key,
          title: name,
          ...(point.unit && { unit: point.unit }),
          isNumeric: point.data_type === 'number',
          width,
          isKeptWide: true,
          narrow: { width: Math.min(width, MOST_NARROW_PX) },
          cell: ({ values }) => {
            const found = values.get(point.key)
            return (
              found && (
                <Carried since={found.since}>
                  <Value value={valueText(found.value, point, format)} quality={found.quality} />
                </Carried>
              )
            )
          },
        }
      }),
    ],
    [points, lang, format, word],
  )
  return <Table label={label} columns={columns} rows={rows} rowId={rowId} isLoading={isLoading} />
}
