import type { ShareLink } from '../../../core/contract/share-link.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import type { IconName } from '../../kit/icons.ts'
import type { Column } from '../../kit/table/columns.ts'
import { Age } from '../../parts/Age.tsx'
import { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

export type LinkState = 'open' | 'revoked' | 'expired' | 'used'

/** Whether a link opens anything now, and if not, why. */
export function stateOf({ is_revoked, expires_time, views, views_most }: ShareLink, now: number): LinkState {
  if (is_revoked) return 'revoked'
  if (expires_time !== null && expires_time <= now) return 'expired'
  return views_most !== null && views >= views_most ? 'used' : 'open'
}

const ICONS: Record<LinkState, IconName> = { open: 'circle', revoked: 'cross', expired: 'clock', used: 'clock' }

/** A link's state by shape and word. */
export function StateWord({ state }: { state: LinkState }) {
  const t = useText(text)
  return (
    <span className={`share-state share-state-${state === 'open' ? 'open' : 'over'}`}>
      <Icon name={ICONS[state]} size={12} />
      {t[state]}
    </span>
  )
}

/** Where the console shows what a link opens. */
export function pathOf({ screen_id, dashboard_id, sn_code }: ShareLink): string {
  const query = new URLSearchParams(
    dashboard_id === null ? { screen: String(screen_id) } : { dashboard: String(dashboard_id) },
  )
  if (sn_code) query.set('sn', sn_code)
  return `${dashboard_id === null ? '/configureMonitor' : '/dashboard'}?${query}`
}

/** What a link opens: whether a screen or a dashboard, what that is called, and for which device. */
export function Content({ link }: { link: ShareLink }) {
  const t = useText(text)
  const { kind, screen_name, sn_code } = link
  return (
    <span className="share-content">
      <Icon name={kind === 'screen' ? 'image' : 'tiles'} label={t[kind]} />
      {[screen_name, sn_code].filter(Boolean).join(' · ')}
    </span>
  )
}

export const viewsText = ({ views, views_most }: ShareLink, t: Words): string =>
  views_most === null ? String(views) : t.viewsOf({ views, most: views_most })

/** The list's columns; those that sort are named as the server sorts. */
export const columnsOf = (t: Words, format: Format, now: () => number): Column<ShareLink>[] => [
  {
    id: 'name',
    title: t.name,
    value: ({ name }) => name,
    cell: ({ name }) => <strong>{name}</strong>,
    width: 140,
    grow: 2,
    isFixed: true,
  },
  {
    id: 'state',
    title: t.state,
    cell: (link) => <StateWord state={stateOf(link, now())} />,
    width: 120,
    grow: 0,
    isSortable: false,
    narrow: { width: 96 },
  },
  {
    id: 'screen',
    title: t.content,
    cell: (link) => <Content link={link} />,
    width: 180,
    grow: 2,
    isSortable: false,
    narrow: null,
  },
  {
    id: 'views',
    title: t.views,
    value: ({ views }) => views,
    cell: (link) => viewsText(link, t),
    width: 90,
    grow: 0,
    narrow: { width: 72 },
  },
  {
    id: 'last_view_time',
    title: t.lastView,
    value: ({ last_view_time }) => last_view_time,
    cell: ({ last_view_time }) => (last_view_time === null ? t.never : <Age time={last_view_time} />),
    width: 120,
    grow: 0,
    isSortable: false,
    narrow: null,
  },
  {
    id: 'expires_time',
    title: t.until,
    value: ({ expires_time }) => expires_time,
    cell: ({ expires_time }) => (expires_time === null ? t.forever : format.date(expires_time)),
    width: 120,
    grow: 0,
    narrow: null,
  },
  {
    id: 'password',
    title: t.password,
    cell: ({ has_password }) => (has_password ? t.withPassword : t.withoutPassword),
    width: 90,
    grow: 0,
    isSortable: false,
    narrow: null,
  },
  {
    id: 'user_name',
    title: t.by,
    cell: ({ user_name }) => user_name,
    width: 110,
    isSortable: false,
    narrow: null,
  },
  {
    id: 'created_time',
    title: t.created,
    value: ({ created_time }) => created_time,
    cell: ({ created_time }) => format.date(created_time),
    width: 110,
    grow: 0,
    narrow: null,
  },
]
