import { useEffect, useEffectEvent } from 'react'
import type { AlarmState } from '../../../core/contract/alarm.ts'
import { alarmPath, mayOpenFaults } from '../../../core/rules/alarm-path.ts'
import { alarmCounts, deviceCounts } from '../../../core/stores/collections/states.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useAlarmEvents } from '../../parts/use-alarm-events.ts'
import { useCall } from '../../parts/use-call.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useRenewal } from '../../parts/use-renewal.ts'
import { useRights } from '../../parts/use-rights.ts'
import { Attention } from './Attention.tsx'
import type { api, Place } from './api.ts'
import { Counts, NoDevices } from './Counts.tsx'
import { NewestBulletin } from './NewestBulletin.tsx'
import { OpenAlarms } from './OpenAlarms.tsx'
import { text } from './text.ts'

const Tiles = lazyPart(async () => (await import('./Tiles.tsx')).Tiles)
const FirstDevice = lazyPart(async () => (await import('../../parts/first-device/FirstDevice.tsx')).FirstDevice)

/** States change without an event of their own: they are polled this often. */
const RENEWED_MS = 10_000
/** Days and weeks of statistics change slowly. */
const STATISTICS_MS = 60_000
/** What the frame counts: not over, and not kept from operators. */
const OPEN = ['UNACK', 'ACKED', 'RTNUN'] as const satisfies readonly AlarmState[]

const NO_PLACES: readonly Place[] = []

export function Home({ onNavigate, places = NO_PLACES }: ElementProps<typeof api>) {
  const t = useText(text)
  const { api, $status } = useConnection()
  const holds = useRights()
  const counts = useCollection(deviceCounts)
  const alarms = useCall(api.alarm.open, { page_size: 20, sort: '-alarm_level', states: [...OPEN] })
  const attention = useCall(api.device.list, { page_size: 10, dev_state: [3, 2] })
  const listPath = holds('P30000') ? '/device' : null
  const alarmsPath = mayOpenFaults(holds) ? '/info/realTimeFault' : null
  const isEmpty = counts.data && counts.data.online + counts.data.offline + counts.data.faulty === 0
  const types = [...(alarmsPath === null ? [] : ['alarms' as const]), ...(holds('P53000') ? ['quotas' as const] : [])]
  const isAsked = counts.data !== null && !isEmpty
  const statistics = useCall(api.statistics.read, isAsked && types.length > 0 ? { types } : null)
  // What many devices were in a week takes its time: nothing else waits for it.
  const availability = useCall(api.statistics.read, isAsked ? { types: ['availability' as const] } : null)
  const renewStatistics = () => {
    statistics.reload()
    availability.reload()
  }
  const levels = useCollection(alarmCounts, alarmsPath === null ? null : {})
  const renew = () => {
    alarms.reload()
    attention.reload()
  }
  useAlarmEvents(null, renew)
  useRenewal(RENEWED_MS, attention.reload)
  useRenewal(STATISTICS_MS, renewStatistics)
  // The line broke or came back: what is shown is found to be old, or renewed, at once.
  const changed = useEffectEvent(() => {
    renew()
    renewStatistics()
  })
  useEffect(() => $status.listen((status) => (status === 'offline' || status === 'live') && changed()), [$status])

  const known = alarms.data ?? alarms.last
  const openAlarms = known?.total ?? null
  const go = (path: string) => onNavigate({ path })
  if (counts.failure && !counts.data) return <Failure failure={counts.failure} onRetry={counts.reload} />
  return (
    <div className="home">
      <h1 className="sg-hidden-visually">{t.title}</h1>
      <StaleNote called={[counts, statistics].find(({ failure }) => failure !== null) ?? availability} />
      {!counts.data && <LoadingState />}
      <Counts
        counts={counts.data}
        alarms={openAlarms}
        worst={known?.rows[0]?.alarm_level ?? null}
        listPath={listPath}
        alarmsPath={alarmsPath}
        go={go}
      />
      {holds('P70000') && <NewestBulletin go={go} />}
      {isEmpty && holds('P30100') ? (
        <FirstDevice onRegistered={(sn_code) => go(`/deviceDetail/${encodeURIComponent(sn_code)}`)} go={go} />
      ) : isEmpty ? (
        <NoDevices listPath={listPath} go={go} />
      ) : (
        <>
          <div className="home-lists">
            <OpenAlarms
              called={alarms}
              levels={levels.data?.levels ?? null}
              listPath={alarmsPath}
              pathOf={(alarm) => alarmPath(holds, alarm)}
              go={go}
            />
            <Attention
              called={attention}
              alarms={known?.rows ?? []}
              openAlarms={openAlarms}
              listPath={listPath}
              go={go}
            />
          </div>
          <Tiles called={statistics} availability={availability} types={types} places={places} go={go} />
        </>
      )}
    </div>
  )
}
