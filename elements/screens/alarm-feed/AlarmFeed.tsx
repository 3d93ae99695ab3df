import { useEffect, useMemo, useState } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { sortText } from '../../../core/contract/sort.ts'
import { alarmsOf } from '../../../core/stores/alarms.ts'
import { lazyPart, useConnection, useElement } from '../../define/index.ts'
import { MAY_NOT, useMayAct } from '../../parts/alarm-acts/use-may-act.ts'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useView } from '../../parts/use-view.ts'
import type { AlarmFeedProps, AlarmFeedView } from './api.ts'
import { FeedScreen } from './FeedScreen.tsx'
import { FEED_PATH, type Feed, FeedContext } from './feed-context.ts'
import { useWhose } from './head/use-whose.ts'
import { FIRST_SORT, sortOf } from './rows/order.ts'
import { isAlarm, suppliedAlarms } from './rows/supplied-alarms.ts'
import { useFeedRows } from './rows/use-feed-rows.ts'
import { CallFeed } from './small/CallFeed.tsx'

const SmallFeed = lazyPart(
  () => import('./small/SmallFeed.tsx').then((chunk) => chunk.SmallFeed),
  <LoadingState rows={1} />,
)

export function AlarmFeed(props: AlarmFeedProps) {
  return props.alarms ? <SuppliedFeed {...props} alarms={props.alarms} /> : <ServedFeed {...props} />
}

/** What is as it is without a choice is left out of addresses. */
function viewOf(props: AlarmFeedProps): AlarmFeedView {
  const { sn, group = null, levels, states, search, mode, groupBy, sort, tab, alarm } = props
  const order = sortText(sortOf(sort))
  return {
    sn: sn.trim(),
    group,
    levels,
    states,
    search,
    alarm,
    mode: mode === 'feed' ? '' : mode,
    'group-by': groupBy === 'none' ? '' : groupBy,
    sort: order === FIRST_SORT ? '' : order,
    tab: tab === 'held' ? tab : '',
  }
}

const SMALL: readonly string[] = ['banner', 'compact', 'call']
const isSmall = ({ mode }: AlarmFeedView) => SMALL.includes(mode)

function ServedFeed(props: AlarmFeedProps) {
  const connection = useConnection()
  const [view, change] = useView(viewOf(props), props.onViewChange)
  const { sn, group } = view
  const store = useMemo(
    () => alarmsOf(connection, { ...(sn !== '' && { sn_code: sn }), ...(group !== null && { group_id: group }) }),
    [connection, sn, group],
  )
  const whose = useWhose(view, isSmall(view))
  const may = useMayAct()
  const shown = { connection, store, whose, view, change, props }
  return <Shown {...shown} may={props.readOnly ? MAY_NOT : may} />
}

function SuppliedFeed(props: AlarmFeedProps & { alarms: readonly Alarm[] }) {
  const { connection, report } = useElement()
  const [view, change] = useView(viewOf(props), props.onViewChange)
  const supplied = props.alarms
  const alarms = useMemo(() => (Array.isArray(supplied) ? supplied.filter(isAlarm) : []), [supplied])
  useEffect(() => {
    if (supplied.length !== alarms.length)
      report('attribute', 'bad-property', { detail: 'alarms: not all rows are alarms' })
  }, [supplied, alarms, report])
  const [store] = useState(() => {
    const store = suppliedAlarms()
    store.set(alarms)
    return store
  })
  useEffect(() => store.set(alarms), [store, alarms])
  const shown = { store, whose: null, view, change, props }
  if (!connection || props.readOnly) return <Shown {...shown} may={MAY_NOT} connection={connection} />
  return <WithRights {...shown} connection={connection} />
}

type ShownProps = Omit<Feed, 'rows' | 'now' | 'open'>

function WithRights(shown: Omit<ShownProps, 'may'> & { connection: Connection }) {
  return <Shown {...shown} may={useMayAct()} />
}

function Shown({ connection, store, whose, view, change, props, may }: ShownProps) {
  const rows = useFeedRows(store, view)
  const { onAlarmOpen, onNavigate } = props
  const feed = useMemo<Feed>(
    () => ({
      connection,
      store,
      rows,
      whose,
      may,
      view,
      change,
      props,
      now: () => connection?.clock.now() ?? Date.now(),
      open({ alarm_id, sn_code }) {
        if (onAlarmOpen({ alarm_id, sn_code })) return
        if (isSmall(view)) onNavigate({ path: `${FEED_PATH}?alarm=${alarm_id}` })
        else change({ alarm: alarm_id })
      },
    }),
    [connection, store, rows, whose, may, view, change, props, onAlarmOpen, onNavigate],
  )
  // At once: in a bar there is no place to say that it could not be fetched.
  const Look = view.mode === 'call' ? CallFeed : isSmall(view) ? SmallFeed : FeedScreen
  return (
    <FeedContext value={feed}>
      <Look />
    </FeedContext>
  )
}
