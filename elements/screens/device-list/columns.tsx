import type { Device } from '../../../core/contract/device.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Badge } from '../../kit/StateMark.tsx'
import type { Column } from '../../kit/table/columns.ts'
import type { AlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { alarmsColumn, lastReportColumn, stateColumn } from '../../parts/list/device-columns.tsx'
import { menuColumn } from '../../parts/list/menu-column.tsx'
import type { text } from './text.ts'
import type { MenuOf } from './use-row-menu.tsx'

const SharedMark = lazyPart(async () => (await import('../../parts/device-share/SharedMark.tsx')).SharedMark, null)

/** The list's columns; their ids are the fields that the server sorts by. */
export const columnsOf = (
  t: Translated<(typeof text)['rows']>,
  alarms: AlarmMarks,
  /** Null where nothing can be done with any row. */
  menuOf: MenuOf | null,
  /** Whether any device has them. */
  { hasTags, hasRegions }: { hasTags: boolean; hasRegions: boolean },
): Column<Device>[] => [
  ...dataColumnsOf(t, alarms),
  ...(hasTags ? [tagColumnOf(t)] : []),
  ...(hasRegions ? [regionColumnOf(t)] : []),
  ...(menuOf ? [menuColumn(t.actions, ({ dev_alias }) => t.menuOf({ name: dev_alias }), menuOf)] : []),
]

const tagColumnOf = (t: Translated<(typeof text)['rows']>): Column<Device> => ({
  id: 'tags',
  title: t.tags,
  value: ({ tags }) => tags.join(', ') || null,
  cell: ({ tags }) => (
    <span className="device-tags">
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  ),
  isSortable: false,
  width: 140,
})

const regionColumnOf = (t: Translated<(typeof text)['rows']>): Column<Device> => ({
  id: 'region',
  title: t.region,
  value: ({ region }) => region || null,
  isSortable: false,
  width: 160,
})

const dataColumnsOf = (t: Translated<(typeof text)['rows']>, alarms: AlarmMarks): Column<Device>[] => [
  {
    id: 'dev_alias',
    title: t.name,
    value: (row) => row.dev_alias,
    cell: (row) => (
      <strong className="device-name">
        <span className="device-name-text">{row.dev_alias}</span>
        {row.is_virtual && <Badge>{t.virtual}</Badge>}
        {row.is_awaited && <Badge>{t.awaited}</Badge>}
        {row.shared && <SharedMark shared={row.shared} />}
      </strong>
    ),
    width: 180,
    grow: 2,
    isFixed: true,
  },
  stateColumn(t.state),
  alarmsColumn(t.alarms, alarms),
  { id: 'sn_code', title: t.sn, value: (row) => row.sn_code, width: 120, grow: 0 },
  { id: 'dev_model', title: t.model, value: (row) => row.dev_model, width: 120 },
  { id: 'group_name', title: t.group, value: (row) => row.group_name, width: 120 },
  {
    id: 'site_name',
    title: t.site,
    cell: (row) => row.site_name || '–',
    isSortable: false,
    width: 120,
    isHiddenAtFirst: true,
  },
  {
    id: 'module_name',
    title: t.template,
    cell: (row) => row.module_name ?? '–',
    isSortable: false,
    width: 120,
    isHiddenAtFirst: true,
  },
  {
    id: 'registered_by',
    title: t.owner,
    cell: (row) => row.registered_by ?? '–',
    width: 120,
    isHiddenAtFirst: true,
  },
  lastReportColumn(t.lastReport),
]
