import type { AlarmEvent } from '../../../core/contract/alarm.ts'
import { useFormat, useText } from '../../define/index.ts'
import { panelText } from './panel-text.ts'

/** What `AlarmEvent` counts to. */
type EventType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

/** What happened to an alarm, in the order of time: when, what, by whom, and what was said of it. */
export function EventList({ events }: { events: readonly AlarmEvent[] }) {
  const t = useText(panelText)
  const format = useFormat()
  return (
    <section>
      <h3>{t.events}</h3>
      <ol className="alarm-history-events">
        {events.map(({ event_time, alarm_type, user_name, note }) => (
          <li key={`${event_time} ${alarm_type}`}>
            <time dateTime={new Date(event_time).toISOString()}>{format.dateTime(event_time)}</time>
            <span>
              {t[`e_${alarm_type as EventType}`]}
              {user_name && <span className="alarm-history-quiet"> {user_name}</span>}
              {note && <span className="alarm-history-said">{note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
