import { useSyncExternalStore } from 'react'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { useFeed } from '../feed-context.ts'
import { countsOf } from '../worst.ts'

/** How many of each level, the highest first. */
export function WorstLine() {
  const { rows } = useFeed()
  useSyncExternalStore(rows.subscribe, rows.version)
  return (
    <ul className="feed-counts">
      {countsOf(rows.order).levels.map(({ level, count }) => (
        <li key={level} className="feed-count">
          <AlarmMark alarm_level={level} />
          {count}
        </li>
      ))}
    </ul>
  )
}
