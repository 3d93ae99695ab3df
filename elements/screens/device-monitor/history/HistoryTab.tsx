import { type ComponentProps, useMemo, useState } from 'react'
import type { Point } from '../../../../core/contract/device.ts'
import type { HistoryRow, HistoryTable } from '../../../../core/contract/history.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useElement, useFormat, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { DateTimeRange } from '../../../kit/DateTimeRange.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { MultiSelect } from '../../../kit/Select.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { QualityMark } from '../../../kit/StateMark.tsx'
import type { Column } from '../../../kit/table/columns.ts'
import { Table } from '../../../kit/table/Table.tsx'
import { Value } from '../../../kit/Value.tsx'
import { carriedText } from '../../../parts/Carried.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { ListPage } from '../../../parts/ListPage.tsx'
import { ExportMenu } from '../../../parts/list/ExportMenu.tsx'
import { pointName, valueWithUnit } from '../../../parts/point-text.ts'
import { useMonitor } from '../monitor-context.ts'
import { text as frame } from '../text.ts'
import type { SharedRange } from '../use-shared-range.ts'
import { TimesTable } from './TimesTable.tsx'
import { text } from './text.ts'
import { historyRowId, useHistoryRows } from './use-history-rows.ts'

/** Points that one call may ask for. */
const MOST_POINTS = 50

/** A phone has no room for the year, which the range above shows. */
const withoutYear = (dateTime: string) => dateTime.slice(5)

interface HistoryProps {
  shared: SharedRange
  table: HistoryTable
}

/** Every stored value of the chosen points, newest first: a row a value, or a row a time. */
export function HistoryTab(props: HistoryProps) {
  const { points } = useMonitor()
  const kept = useMemo(() => points.filter(({ keep_history }) => keep_history), [points])
  const t = useText(text)
  if (kept.length === 0) return <EmptyState icon="table" title={t.noHistory} explanation={t.noHistoryWhy} />
  return <HistoryList {...props} />
}

function useHistoryColumns(pointOf: ReadonlyMap<string, Point>): Column<HistoryRow>[] {
  const { lang } = useElement()
  const format = useFormat()
  const word = useText(words)
  return useMemo<Column<HistoryRow>[]>(
    () => [
      {
        id: 'time',
        title: word.time,
        cell: (row) => format.dateTime(row.data_time),
        width: 164,
        grow: 0,
        isFixed: true,
        narrow: { cell: (row) => withoutYear(format.dateTime(row.data_time)), width: 120 },
      },
      {
        id: 'point',
        title: word.point,
        cell: (row) => {
          const point = pointOf.get(row.key)
          return point ? pointName(point, lang) : row.key
        },
        width: 96,
      },
      {
        id: 'value',
        title: word.value,
        cell: (row) => valueWithUnit(row.value, pointOf.get(row.key), format),
        isNumeric: true,
        width: 152,
        grow: 0,
        narrow: {
          // The names of points differ at their ends.
          width: 120,
          cell: ({ value, quality, key }) => (
            <Value value={valueWithUnit(value, pointOf.get(key), format)} quality={quality} />
          ),
        },
      },
      {
        id: 'quality',
        title: word.quality,
        cell: ({ quality }) =>
          quality === 'good' ? <span className="monitor-quiet">{word.good}</span> : <QualityMark quality={quality} />,
        width: 104,
        narrow: null,
      },
    ],
    [word, format, pointOf, lang],
  )
}

function HistoryList({ shared, table }: HistoryProps) {
  const { device, points, show } = useMonitor()
  const { api } = useConnection()
  const { lang } = useElement()
  const t = useText(text)
  const carried = useText(carriedText)
  const { history } = useText(frame)
  const kept = useMemo(() => points.filter(({ keep_history }) => keep_history), [points])
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { range } = shared
  const keys = chosen.length > 0 ? chosen : kept.slice(0, MOST_POINTS).map(({ key }) => key)
  const list = useHistoryRows(device.sn_code, keys, range.from, range.to, table === 'times')
  const pointOf = useMemo(() => new Map(device.points.map((point) => [point.key, point])), [device.points])
  const nameOf = (key: string) => {
    const point = pointOf.get(key)
    return point ? pointName(point, lang) : key
  }

  const exportAs =
    (table: HistoryTable): ComponentProps<typeof ExportMenu>['save'] =>
    (file) =>
      api.history.export({
        sn_code: device.sn_code,
        keys: [...keys],
        start: range.from,
        end: range.to,
        table,
        ...file,
      })
  const byTimes = { label: t.exportByTimes, save: exportAs('times') }

  const count = table === 'times' ? list.times.length : list.rows.length

  const columns = useHistoryColumns(pointOf)

  return (
    <ListPage
      filters={
        <>
          <MultiSelect
            label={t.points}
            isLabelHidden
            placeholder={t.allPoints}
            options={kept.map((point) => ({ id: point.key, label: pointName(point, lang), note: point.unit ?? '' }))}
            value={chosen}
            onChange={setChosen}
            atMost={MOST_POINTS}
          />
          <DateTimeRange value={range} onChange={shared.choose} />
        </>
      }
      actions={
        <>
          <IconButton
            icon="list"
            label={t.byValues}
            isPressed={table === 'values'}
            onPress={() => show({ tab: 'history', table: 'values' })}
          />
          <IconButton
            icon="table"
            label={t.byTimes}
            isPressed={table === 'times'}
            onPress={() => show({ tab: 'history', table: 'times' })}
          />
          <ExportMenu
            key={table}
            save={exportAs(table)}
            shorter={table === 'values' && keys.length > 1 ? byTimes : undefined}
          />
        </>
      }
      chips={chosen.map((key) => ({
        id: key,
        label: t.onlyPoint({ name: nameOf(key) }),
        onRemove: () => setChosen((before) => before.filter((other) => other !== key)),
      }))}
    >
      {list.failure && <Failure failure={list.failure} onRetry={() => void list.more()} />}
      {!list.failure && list.rows.length === 0 && list.isLoading && <Skeleton rows={10} />}
      {!list.failure && list.rows.length === 0 && !list.isLoading && (
        <EmptyState icon="table" title={t.nothing} explanation={t.nothingWhy} />
      )}
      {list.rows.length > 0 && (
        <>
          {table === 'times' ? (
            <TimesTable
              label={history}
              points={keys.flatMap((key) => pointOf.get(key) ?? [])}
              rows={list.times}
              isLoading={list.isLoading}
            />
          ) : (
            <Table
              label={history}
              columns={columns}
              rows={list.source}
              rowId={historyRowId}
              isLoading={list.isLoading}
            />
          )}
          <p className="monitor-count" role="status">
            {list.next === null ? t.shown({ count }) : t.shownMore({ count })}
            {list.rows.some(({ since }) => since !== undefined) && ` · ${carried.note}`}
          </p>
        </>
      )}
    </ListPage>
  )
}
