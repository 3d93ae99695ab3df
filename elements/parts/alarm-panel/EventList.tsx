import type { AlarmEvent } from '../../../core/contract/alarm.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { text } from './text.ts'

/** What `AlarmEvent` counts to. */
type EventType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

/** All that happened to an alarm, the newest first; the server sends them in the order of time. */
export function EventList({ events }: { events: readonly AlarmEvent[] }) {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  return (
    <ol className="alarm-panel-events">
      {[...events].reverse().map(({ event_time, alarm_type, user_name, note, note_en }) => (
        <li key={`${event_time} ${alarm_type}`} className="alarm-panel-event" data-type={alarm_type}>
          <time dateTime={new Date(event_time).toISOString()}>{format.dateTime(event_time)}</time>
          <span>
            <strong>{t[`event_${alarm_type as EventType}`]}</strong> {user_name}
          </span>
          {note && <p className="alarm-panel-event-note">{nameIn(lang, note, note_en)}</p>}
        </li>
      ))}
    </ol>
  )
}
