import { useMemo, useState } from 'react'
import type { Point } from '../../../../core/contract/device.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useText } from '../../../define/index.ts'
import type { Column } from '../../../kit/table/columns.ts'
import { Table } from '../../../kit/table/Table.tsx'
import type { PointAlarms } from '../../../parts/alarm-marks/point-alarms.ts'
import { pointName } from '../../../parts/point-text.ts'
import { useMonitor } from '../monitor-context.ts'
import { text as frame } from '../text.ts'
import { WriteControl } from '../write/WriteControl.tsx'
import { PointAge } from './PointAge.tsx'
import { PointQuality } from './PointQuality.tsx'
import { PointValue } from './PointValue.tsx'
import { text } from './text.ts'

interface ValuesTableProps {
  points: readonly Point[]
  alarms: PointAlarms
}

/** A row a point. The rows stand still: each cell follows its own value. */
export function ValuesTable({ points, alarms }: ValuesTableProps) {
  const { device, selectPoint } = useMonitor()
  const [selected, setSelected] = useState<string | null>(null)
  const { lang } = useElement()
  const t = useText(text)
  const { values } = useText(frame)
  const word = useText(words)
  const hasWrites = device.may_write && points.some(({ access }) => access === 'rw')
  const hasTwoSteps = points.some(({ two_step }) => two_step)
  const columns = useMemo(() => {
    const all: Column<Point>[] = [
      {
        id: 'name',
        title: word.name,
        value: (point) => pointName(point, lang),
        width: 128,
        isFixed: true,
        narrow: { width: 88, cell: (point) => <span className="monitor-point-name">{pointName(point, lang)}</span> },
      },
      {
        id: 'value',
        title: word.value,
        cell: (point) => <PointValue point={point} alarm={alarms.get(point.key)} />,
        isNumeric: true,
        width: 160,
        grow: 0,
        isFixed: true,
        narrow: { width: 152 },
      },
      {
        id: 'quality',
        title: word.quality,
        cell: ({ key }) => <PointQuality point_key={key} />,
        width: 112,
        narrow: null,
      },
      {
        id: 'age',
        title: t.updated,
        cell: ({ key }) => <PointAge point_key={key} />,
        width: 112,
        grow: 0,
        narrow: null,
      },
      {
        id: 'key',
        title: t.key,
        value: ({ key }) => key,
        cell: ({ key }) => <code>{key}</code>,
        width: 112,
        narrow: null,
      },
    ]
    const writing: Column<Point> = {
      id: 'write',
      title: t.action,
      cell: (point) => <WriteControl point={point} />,
      width: hasTwoSteps ? 168 : 104,
      grow: 0,
      isFixed: true,
      narrow: { cell: (point) => <WriteControl point={point} isShort />, width: 104 },
    }
    return hasWrites ? [...all.slice(0, 2), writing, ...all.slice(2)] : all
  }, [lang, t, word, hasWrites, alarms, hasTwoSteps])
  return (
    <Table
      label={values}
      columns={columns}
      rows={points}
      rowId={({ key }) => key}
      openId={selected}
      onRowOpen={({ key }) => {
        setSelected(key)
        selectPoint(key)
      }}
    />
  )
}
