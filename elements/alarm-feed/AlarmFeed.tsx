import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import type { Connection } from '../../core/connection/connection.ts'
import type { Alarm } from '../../core/contract/alarm.ts'
import { alarmsOf } from '../../core/stores/alarms.ts'
import { useConnection, useElement } from '../define/index.ts'
import { useRights } from '../parts/use-rights.ts'
import { useView } from '../parts/use-view.ts'
import type { AlarmFeedProps, AlarmFeedView } from './api.ts'
import { BannerFeed } from './BannerFeed.tsx'
import { CompactFeed } from './CompactFeed.tsx'
import { FeedScreen } from './FeedScreen.tsx'
import { FEED_PATH, type Feed, FeedContext } from './feed-context.ts'
import { givenAlarms } from './rows/given-alarms.ts'
import { sortOf, sortText } from './rows/order.ts'
import { useFeedRows } from './rows/use-feed-rows.ts'

/** The right to confirm. */
const ACTS = 'P73000'
const FIRST_SORT = '-alarm_time'

export function AlarmFeed(props: AlarmFeedProps) {
  return props.alarms ? <GivenFeed {...props} alarms={props.alarms} /> : <ServedFeed {...props} />
}

/** What is as it is without a choice is left out of addresses. */
function viewOf(props: AlarmFeedProps): AlarmFeedView {
  const { sn, group = null, levels, states, search, mode, groupBy, sort, tab, alarm } = props
  const order = sortText(sortOf(sort))
  return {
    ...{ sn: sn.trim(), group, levels, states, search, alarm },
    mode: mode === 'feed' ? '' : mode,
    groupBy: groupBy === 'none' ? '' : groupBy,
    sort: order === FIRST_SORT ? '' : order,
    tab: tab === 'held' ? tab : '',
  }
}

function ServedFeed(props: AlarmFeedProps) {
  const connection = useConnection()
  const [view, change] = useView(viewOf(props), props.onViewChange)
  const { sn, group } = view
  const store = useMemo(
    () => alarmsOf(connection, { ...(sn !== '' && { sn_code: sn }), ...(group !== null && { group_id: group }) }),
    [connection, sn, group],
  )
  const holds = useRights()
  const isGuest = useStore(connection.$session) === null
  const mayAct = holds(ACTS) && !props.readOnly
  return <Shown {...{ connection, store, view, change, props, mayAct }} mayShelve={mayAct && !isGuest} />
}

function GivenFeed(props: AlarmFeedProps & { alarms: readonly Alarm[] }) {
  const { connection } = useElement()
  const [view, change] = useView(viewOf(props), props.onViewChange)
  const { alarms } = props
  const [store] = useState(() => {
    const given = givenAlarms()
    given.set(alarms)
    return given
  })
  useEffect(() => store.set(alarms), [store, alarms])
  const shown = { store, view, change, props }
  if (!connection || props.readOnly)
    return <Shown {...shown} connection={connection} mayAct={false} mayShelve={false} />
  return <WithRights {...shown} connection={connection} />
}

type ShownProps = Pick<Feed, 'connection' | 'store' | 'view' | 'change' | 'props' | 'mayAct' | 'mayShelve'>

function WithRights(shown: Omit<ShownProps, 'mayAct' | 'mayShelve'> & { connection: Connection }) {
  const mayAct = useRights()(ACTS)
  const isGuest = useStore(shown.connection.$session) === null
  return <Shown {...shown} mayAct={mayAct} mayShelve={mayAct && !isGuest} />
}

function Shown({ connection, store, view, change, props, mayAct, mayShelve }: ShownProps) {
  const rows = useFeedRows(store, view)
  const { onAlarmOpen, onNavigate } = props
  const feed = useMemo<Feed>(
    () => ({
      ...{ connection, store, rows, mayAct, mayShelve, view, change, props },
      now: () => connection?.clock.now() ?? Date.now(),
      open({ alarm_id, sn_code }) {
        if (onAlarmOpen({ alarm_id, sn_code })) return
        if (view.mode === 'banner' || view.mode === 'compact') onNavigate({ path: `${FEED_PATH}?alarm=${alarm_id}` })
        else change({ alarm: alarm_id })
      },
    }),
    [connection, store, rows, mayAct, mayShelve, view, change, props, onAlarmOpen, onNavigate],
  )
  return (
    <FeedContext value={feed}>
      {view.mode === 'banner' ? <BannerFeed /> : view.mode === 'compact' ? <CompactFeed /> : <FeedScreen />}
    </FeedContext>
  )
}
