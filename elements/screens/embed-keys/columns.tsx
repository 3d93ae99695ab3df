import type { EmbedKey, GuestResources } from '../../../core/contract/embed.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import type { IconName } from '../../kit/icons.ts'
import type { Column } from '../../kit/table/columns.ts'
import { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

const ICONS: Record<EmbedKey['state'], IconName> = { active: 'circle', expired: 'clock', revoked: 'cross' }

/** A key's state by shape and word. */
export function StateWord({ state }: { state: EmbedKey['state'] }) {
  const t = useText(text)
  return (
    <span className={`embed-state embed-state-${state}`}>
      <Icon name={ICONS[state]} size={12} />
      {t[state]}
    </span>
  )
}

export function scopeText({ all, groups = [], devices = [], dashboards = [] }: GuestResources, t: Words): string {
  if (all) return t.all
  const parts = [
    groups.length > 0 && t.someGroups({ count: groups.length }),
    devices.length > 0 && t.someDevices({ count: devices.length }),
    dashboards.length > 0 && t.someDashboards({ count: dashboards.length }),
  ]
  return parts.filter(Boolean).join(', ')
}

/** The list's columns; those that sort are named as the server sorts. */
export const columnsOf = (t: Words, format: Format): Column<EmbedKey>[] => [
  {
    id: 'name',
    title: t.name,
    value: (row) => row.name,
    cell: (row) => <strong>{row.name}</strong>,
    width: 140,
    grow: 2,
    isFixed: true,
  },
  {
    id: 'state',
    title: t.state,
    cell: (row) => <StateWord state={row.state} />,
    width: 110,
    grow: 0,
    isSortable: false,
  },
  {
    id: 'origins',
    title: t.origins,
    cell: (row) => row.origins.join(' '),
    width: 180,
    grow: 2,
    isSortable: false,
    narrow: null,
  },
  {
    id: 'actions',
    title: t.rights,
    cell: (row) => row.actions.map((action) => t[`${action}Short`]).join(', '),
    width: 150,
    isSortable: false,
    narrow: null,
  },
  {
    id: 'scope',
    title: t.scope,
    cell: (row) => scopeText(row.resources, t),
    width: 120,
    isSortable: false,
    narrow: null,
  },
  {
    id: 'expires_time',
    title: t.expiry,
    value: (row) => row.expires_time,
    cell: (row) => (row.expires_time === null ? t.never : format.date(row.expires_time)),
    width: 110,
    grow: 0,
  },
  {
    id: 'created_time',
    title: t.created,
    value: (row) => row.created_time,
    cell: (row) => format.date(row.created_time),
    width: 110,
    grow: 0,
    narrow: null,
  },
]
