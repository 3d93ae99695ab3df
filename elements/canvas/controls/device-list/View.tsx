import { useMemo, useState } from 'react'
import type { Device } from '../../../../core/contract/device.ts'
import { useConnection, useFormat, useSheet, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { PausedSearch } from '../../../kit/PausedSearch.tsx'
import { StateMark } from '../../../kit/StateMark.tsx'
import type { Column } from '../../../kit/table/columns.ts'
import { Table } from '../../../kit/table/Table.tsx'
import { Value } from '../../../kit/Value.tsx'
import { stateOf } from '../../../parts/device-state.ts'
import { useLine } from '../../../parts/LineNote.tsx'
import { useList } from '../../../parts/list/use-list.ts'
import type { Paging } from '../../../parts/list/use-paging.ts'
import { useRenewal } from '../../../parts/use-renewal.ts'
import type { ViewProps } from '../define-control.ts'
import { exampleValue } from '../view/example.ts'
import { useChooseDevice } from '../view/use-choose-device.ts'
import { useGroupId } from '../view/use-group-id.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import { useLinks } from '../view/view-context.ts'
import { LiveState, NewestValue } from './cells.tsx'
import type { DeviceListProps } from './control.ts'
import sheet from './device-list.css?sheet'
import { text } from './text.ts'

const PAGE = 50
/** States and values come by themselves; which devices there are is asked for so often. */
const RENEWED_MS = 30_000

/** The devices of a scope; pressing one shows it in the rest of the dashboard. */
export default function View(view: ViewProps<DeviceListProps>) {
  useSheet(sheet)
  const t = useText(text)
  const { props, isEditing, replayTime } = view
  if (!isEditing && replayTime === null) return <Listed view={view} />
  return (
    <ViewFrame title={props.title} hasFrame={props.hasFrame} isEditing={isEditing}>
      {isEditing ? <Example {...props} /> : <ViewNote icon="clock" title={t.notThen} />}
    </ViewFrame>
  )
}

function Listed({ view }: { view: ViewProps<DeviceListProps> }) {
  const { title, hasFrame, hasSearch, of, template_id, columns } = view.props
  const t = useText(text)
  const { api } = useConnection()
  const line = useLine()
  const links = useLinks()
  const choose = useChooseDevice()
  const [search, setSearch] = useState('')
  const named = useGroupId(view.props.group_id)
  // A group that somebody chose in the dashboard stands for that of the properties.
  const group_id = links.group_id ?? (of === 'group' ? named : null)
  const query = {
    ...(search !== '' && { search }),
    ...(group_id !== null && { group_id }),
    ...(of === 'template' && typeof template_id === 'number' && { template_id }),
  }
  const list = useList(api.device.list, query, { rowId: ({ sn_code }) => sn_code, pageSize: PAGE })
  useRenewal(RENEWED_MS, list.reload)
  const { called, shown, paging } = list
  const shownColumns = useMemo<Column<Device>[]>(
    () => [
      ...deviceColumns<Device>(t, (row) => <LiveState device={row} />),
      ...columns
        .filter(({ key }) => key.trim() !== '')
        .map(
          ({ key, label }, at): Column<Device> => ({
            id: `${at}.${key}`,
            title: label || key,
            isNumeric: true,
            isSortable: false,
            width: 88,
            cell: (row) => <NewestValue device={row} point={key.trim()} />,
          }),
        ),
    ],
    [t, columns],
  )
  const isEmpty = shown !== null && shown.total === 0
  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={false}
      isStale={(called.failure !== null || line !== null) && shown !== null}
      actions={title !== '' && shown && <span className="view-count">{t.count({ count: shown.total })}</span>}
    >
      {hasSearch && (shown?.total !== 0 || search !== '') && (
        <div className="device-list-bar">
          <PausedSearch label={t.search} value={search} onChange={setSearch} />
        </div>
      )}
      {!shown ? (
        called.failure ? (
          <ViewFailure failure={called.failure} onRetry={called.reload} />
        ) : (
          <ViewWaiting />
        )
      ) : isEmpty ? (
        search === '' ? (
          <ViewNote icon="device" title={t.none} explanation={t.noneWhy} />
        ) : (
          <ViewNote icon="search" title={t.noMatch} />
        )
      ) : (
        <div className="view-rows">
          <Table
            label={title || t.name}
            columns={shownColumns}
            rows={shown.rows}
            rowId={list.rowId}
            isLoading={list.isStale}
            sort={list.sort ?? null}
            onSortChange={list.setSort}
            openId={view.sn_code || null}
            onRowOpen={({ sn_code }) => choose(sn_code)}
          />
          {paging && shown.total > PAGE && <Pages paging={paging} total={shown.total} />}
        </div>
      )}
    </ViewFrame>
  )
}

function Pages({ paging: { page, page_size, turn }, total }: { paging: Paging; total: number }) {
  const t = useText(text)
  const format = useFormat()
  const last = Math.ceil(total / page_size)
  return (
    <nav className="device-list-pages" aria-label={t.pages}>
      <span>{t.count({ count: total })}</span>
      <IconButton icon="chevron-left" label={t.previous} isDisabled={page <= 1} onPress={() => turn(page - 1, PAGE)} />
      <span>
        {format.number(page)} / {format.number(last)}
      </span>
      <IconButton icon="chevron-right" label={t.next} isDisabled={page >= last} onPress={() => turn(page + 1, PAGE)} />
    </nav>
  )
}

type Words = ReturnType<typeof useText<(typeof text)['rows']>>
type Named = Pick<Device, 'sn_code' | 'dev_alias' | 'dev_state'>

const deviceColumns = <Row extends Named>(
  t: Pick<Words, 'device' | 'state'>,
  state: NonNullable<Column<Row>['cell']>,
): Column<Row>[] => [
  {
    id: 'dev_alias',
    title: t.device,
    value: ({ dev_alias }) => dev_alias,
    width: 140,
    grow: 2,
    isFixed: true,
    narrow: { width: 110 },
  },
  { id: 'sn_code', title: 'SN', value: ({ sn_code }) => sn_code, width: 88, narrow: { width: 80 } },
  { id: 'dev_state', title: t.state, value: ({ dev_state }) => dev_state, cell: state, width: 88, grow: 0 },
]

function Example({ columns }: DeviceListProps) {
  const t = useText(text)
  const { rows, shown } = useMemo(() => {
    const states = [1, 1, 3, 2] as const
    const rows = states.map((dev_state, at) => ({
      sn_code: `WW000${at + 1}`,
      dev_alias: t.example.replace('1', String(at + 1)),
      dev_state,
    }))
    const named = columns.flatMap(({ key, label }) => label || key || [])
    const shown: Column<Named>[] = [
      ...deviceColumns<Named>(t, ({ dev_state }) => <StateMark state={stateOf(dev_state)} />),
      ...(named.length > 0 ? named : [t.exampleColumn]).map(
        (title, at): Column<Named> => ({
          id: `${at}`,
          title,
          isNumeric: true,
          width: 88,
          cell: ({ sn_code }) => <Value value={exampleValue(at, Number(sn_code.at(-1)) / 4)} decimals={1} />,
        }),
      ),
    ]
    return { rows, shown }
  }, [columns, t])
  return <Table label={t.name} columns={shown} rows={rows} rowId={({ sn_code }) => sn_code} sort={null} />
}
