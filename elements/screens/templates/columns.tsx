import type { Template } from '../../../core/contract/template.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { Badge } from '../../kit/StateMark.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { menuColumn } from '../../parts/list/menu-column.tsx'
import { PublishedMark } from './TemplateMarks.tsx'
import type { text } from './text.ts'
import type { TemplateActions } from './use-template-actions.tsx'

/** The list's columns; those that sort are named as the server sorts. */
export const columnsOf = (
  t: Translated<(typeof text)['rows']>,
  format: Format,
  actions: TemplateActions,
): Column<Template>[] => [
  {
    id: 'module_name',
    title: t.module_name,
    value: (row) => row.module_name,
    cell: (row) => (
      <span className="template-names">
        <strong>{row.module_name}</strong>
        {row.is_public && <Badge>{t.public}</Badge>}
      </span>
    ),
    width: 180,
    grow: 2,
    isFixed: true,
  },
  {
    id: 'is_published',
    title: t.publication,
    value: (row) => row.is_published,
    cell: (row) => <PublishedMark is_published={row.is_published} />,
    width: 120,
    grow: 0,
  },
  {
    id: 'module_type',
    title: t.type,
    value: (row) => row.module_type,
    cell: (row) => t[row.module_type],
    width: 100,
    grow: 0,
    narrow: null,
  },
  { id: 'group_name', title: t.group, value: (row) => row.group_name, width: 110, narrow: null },
  {
    id: 'point_count',
    title: t.points,
    value: (row) => row.point_count,
    isNumeric: true,
    width: 84,
    grow: 0,
    narrow: null,
  },
  {
    id: 'screen_count',
    title: t.screens,
    value: (row) => row.screen_count,
    isNumeric: true,
    width: 84,
    grow: 0,
    narrow: null,
  },
  {
    id: 'device_count',
    title: t.devices,
    value: (row) => row.device_count,
    isNumeric: true,
    width: 84,
    grow: 0,
    narrow: null,
  },
  { id: 'creator_name', title: t.creator, value: (row) => row.creator_name, width: 110, narrow: null },
  {
    id: 'changed_time',
    title: t.changed,
    value: (row) => row.changed_time,
    cell: (row) => <span title={format.dateTime(row.changed_time)}>{format.date(row.changed_time)}</span>,
    width: 110,
    grow: 0,
    narrow: null,
  },
  menuColumn(t.actions, ({ module_name }) => t.menuOf({ name: module_name }), actions.menuOf),
]
