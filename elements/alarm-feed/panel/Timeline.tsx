import type { AlarmEvent } from '../../../core/contract/alarm.ts'
import { useFormat, useText } from '../../define/index.ts'
import { text } from './text.ts'

type EventWord = `event_${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`

/** All that happened to an alarm, the newest first. */
export function Timeline({ events }: { events: readonly AlarmEvent[] }) {
  const t = useText(text)
  const format = useFormat()
  const newestFirst = [...events].sort((a, b) => b.event_time - a.event_time)
  return (
    <ol className="feed-timeline">
      {newestFirst.map(({ event_time, alarm_type, user_name, note }) => (
        <li key={`${event_time} ${alarm_type}`} className="feed-event" data-type={alarm_type}>
          <time dateTime={new Date(event_time).toISOString()}>{format.dateTime(event_time)}</time>
          <span className="feed-event-what">
            <strong>{t[`event_${alarm_type}` as EventWord]}</strong> {user_name}
          </span>
          {note && <p className="feed-event-note">{note}</p>}
        </li>
      ))}
    </ol>
  )
}
