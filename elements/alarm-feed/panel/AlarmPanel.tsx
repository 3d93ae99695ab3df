import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { isHeld } from '../../../core/stores/alarm-map.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useFeed } from '../feed-context.ts'
import { RowState } from '../list/RowMarks.tsx'
import { isConfirmable } from '../list/row-props.ts'
import type { FeedActs } from '../use-feed-acts.ts'
import { NoteForm } from './NoteForm.tsx'
import sheet from './panel.css?sheet'
import { Rationale } from './Rationale.tsx'
import { Timeline } from './Timeline.tsx'
import { text } from './text.ts'
import { Ways } from './Ways.tsx'

interface AlarmPanelProps {
  alarm_id: string
  acts: FeedActs
}

/** Everything of one alarm, what to do about it first. */
export function AlarmPanel(props: AlarmPanelProps) {
  useSheet(sheet)
  const { connection } = useFeed()
  return connection ? <Asked {...props} connection={connection} /> : <Given {...props} />
}

/** The alarm as it is now, and as it was last once it is over. */
function useLive(alarm_id: string): { live: Alarm | null; last: Alarm | null } {
  const { rows, store } = useFeed()
  useSyncExternalStore(rows.subscribe, rows.version)
  const [last, setLast] = useState<Alarm | null>(null)
  let live: Alarm | null = null
  for (const alarm of store.alarms.values()) if (alarm.alarm_id === alarm_id) live = alarm
  if (live && live !== last) setLast(live)
  return { live, last: live ?? last }
}

function Given(props: AlarmPanelProps) {
  const { last } = useLive(props.alarm_id)
  return last && <Panel {...props} alarm={last} />
}

function Asked({ connection, ...props }: AlarmPanelProps & { connection: Connection }) {
  const { change } = useFeed()
  const t = useText(text)
  const { live, last } = useLive(props.alarm_id)
  const { data, failure, reload } = useCall(connection.api.alarm.one, { alarm_id: props.alarm_id })
  // Each change of the alarm is one of its events.
  const seen = useRef(live)
  useEffect(() => {
    if (seen.current !== live) reload()
    seen.current = live
  }, [live, reload])
  const trouble = failure ? <Failure failure={failure} onRetry={reload} /> : <Skeleton rows={4} />
  const alarm = live ?? data?.alarm ?? last
  if (alarm) {
    return (
      <Panel {...props} alarm={alarm} onChanged={reload} rationale={data && <Rationale rationale={data.rationale} />}>
        {data ? <Timeline events={data.events} /> : trouble}
      </Panel>
    )
  }
  return (
    <SidePanel title={t.alarm} onClose={() => change({ alarm: '' })}>
      {trouble}
    </SidePanel>
  )
}

interface PanelProps extends AlarmPanelProps {
  alarm: Alarm
  rationale?: ReactNode
  onChanged?: () => void
  children?: ReactNode
}

function Panel({ alarm, acts, rationale, onChanged, children }: PanelProps) {
  const { change, mayAct, mayShelve, connection } = useFeed()
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { recover_time, confirm_time, confirm_userName, alarm_value, repeats, shelved_until } = alarm
  const confirmedBy = confirm_time !== null && { name: confirm_userName ?? '–', time: format.dateTime(confirm_time) }
  return (
    <SidePanel
      title={alarmName(alarm, lang)}
      onClose={() => change({ alarm: '' })}
      actions={
        mayAct && (
          <>
            {mayShelve && !isHeld(alarm) && (
              <Button icon="clock" onPress={() => acts.ask('shelve', [alarm])}>
                {t.shelve}
              </Button>
            )}
            {isConfirmable(alarm) && (
              <Button look="primary" icon="check" onPress={() => void acts.confirm([alarm])}>
                {t.confirm}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="feed-panel">
        <p className="feed-panel-state">
          <AlarmMark alarm_level={alarm.alarm_level} /> <RowState alarm={alarm} />
        </p>
        <p className="feed-panel-where">{alarm.dev_alias}</p>
        <p>{nameIn(lang, alarm.alarm_info, alarm.alarm_info_en)}</p>
        {rationale}
        <Ways alarm={alarm} />
        <Facts
          facts={[
            [t.produced, format.dateTime(alarm.alarm_time)],
            [t.recovered, recover_time === null ? t.notRecovered : format.dateTime(recover_time)],
            [t.confirmed, confirmedBy ? t.byAt(confirmedBy) : t.notConfirmed],
            [t.shelvedUntil, shelved_until === null ? null : format.dateTime(shelved_until)],
            [t.valueThen, alarm_value === null ? null : format.number(alarm_value)],
            [t.repeated, repeats === 0 ? null : t.repeatedTimes({ count: repeats + 1 })],
            [t.late, alarm.is_late ? t.lateWhy : null],
            [t.note, mayShelve ? null : alarm.alarm_note],
          ]}
        />
        {mayShelve && connection && (
          <NoteForm key={alarm.alarm_note} connection={connection} alarm={alarm} onSaved={onChanged} />
        )}
        {children && <h3 className="feed-panel-title">{t.history}</h3>}
        {children}
      </div>
    </SidePanel>
  )
}
