import { useMemo } from 'react'
import type { Command } from '../../../../core/contract/control.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../../define/index.ts'
import type { Column } from '../../../kit/table/columns.ts'
import { pointName, valueWithUnit } from '../../../parts/point-text.ts'
import { WriteMark } from '../../../parts/write/WriteMark.tsx'
import { useMonitor } from '../monitor-context.ts'
import { text } from './text.ts'
import { tookText } from './took-text.ts'

export function useOperationColumns(): Column<Command>[] {
  const { points } = useMonitor().device
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  const word = useText(words)
  return useMemo(() => {
    const pointOf = (key: string) => points.find((point) => point.key === key)
    const nameOf = (key: string) => {
      const point = pointOf(key)
      return point ? pointName(point, lang) : key
    }
    return [
      {
        id: 'time',
        title: word.time,
        cell: ({ sent_time }) => format.dateTime(sent_time),
        width: 164,
        grow: 0,
        isFixed: true,
        narrow: { cell: ({ sent_time }) => format.dateTime(sent_time).slice(5, -3), width: 104 },
      },
      {
        id: 'point',
        title: word.point,
        cell: ({ key }) => nameOf(key),
        width: 192,
        grow: 2,
        isFixed: true,
        narrow: { width: 72, grow: 1 },
      },
      {
        id: 'old',
        title: t.oldValue,
        cell: ({ old_value, key }) => valueWithUnit(old_value, pointOf(key), format),
        isNumeric: true,
        width: 104,
        grow: 0,
        narrow: null,
      },
      {
        id: 'new',
        title: t.newValue,
        cell: ({ value, key }) => valueWithUnit(value, pointOf(key), format),
        isNumeric: true,
        width: 104,
        grow: 0,
        narrow: { width: 80 },
      },
      {
        id: 'result',
        title: t.result,
        cell: ({ status }) => <WriteMark status={status} />,
        width: 128,
        grow: 0,
        narrow: { width: 100 },
      },
      { id: 'who', title: t.who, cell: ({ user_name }) => user_name, width: 96, narrow: null },
      {
        id: 'took',
        title: t.took,
        cell: (row) => tookText(row, format),
        isNumeric: true,
        width: 72,
        grow: 0,
        narrow: null,
      },
      { id: 'reason', title: t.reason, cell: ({ reason }) => reason || '–', width: 128, grow: 2, narrow: null },
    ]
  }, [points, lang, format, t, word])
}
