import type { Alarm } from '../../../../core/contract/alarm.ts'
import { useFormat, useText } from '../../../define/index.ts'
import { AlarmStateMark } from '../../../kit/AlarmStateMark.tsx'
import { useFeed } from '../feed-context.ts'
import { text } from '../text.ts'
import type { RowProps } from './row-props.ts'

/** How often it came, and whether it is from late readings; behind its name. */
export function NameMarks({ alarm: { repeats, is_late } }: { alarm: Alarm }) {
  const t = useText(text)
  return (
    <>
      {repeats > 0 && (
        <span className="feed-times" title={t.timesWhy({ count: repeats + 1 })}>
          {t.times({ count: repeats + 1 })}
        </span>
      )}
      {is_late && (
        <span className="feed-late" title={t.lateWhy}>
          {t.late}
        </span>
      )}
    </>
  )
}

/** Its state by shape and word, and until when it is kept from operators; what has become of it, while it is still listed. */
export function RowState({ alarm, isLeaving }: Pick<RowProps, 'alarm' | 'isLeaving'>) {
  const t = useText(text)
  const format = useFormat()
  const { now } = useFeed()
  const { state, held_until } = alarm
  if (isLeaving && state === 'NORM') {
    // One that recovered and that nobody confirmed is kept from operators: it is in the list of those.
    const isKept = alarm.confirm_time === null
    return (
      <span className={isKept ? 'feed-state' : 'feed-over'}>
        <AlarmStateMark state={isKept ? 'SHLVD' : 'NORM'} />
      </span>
    )
  }
  const day = (time: number) => format.date(time)
  return (
    <span className="feed-state" data-state={state}>
      <AlarmStateMark state={state} />
      {held_until !== null && (
        <span className="feed-until" title={format.dateTime(held_until)}>
          {t.until({
            time:
              day(held_until) === day(now())
                ? format.time(held_until).slice(0, -3)
                : format.dateTime(held_until).slice(5, -3),
          })}
        </span>
      )}
    </span>
  )
}
