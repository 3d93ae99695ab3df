import { useSyncExternalStore } from 'react'
import { words } from '../../core/text/words.ts'
import { useText } from '../define/index.ts'
import { AlarmMark } from '../parts/AlarmMark.tsx'
import { levelWord } from '../parts/alarm-level.ts'
import { useFeed } from './feed-context.ts'
import { countsOf } from './worst.ts'

/** How many of each level, the highest first. */
export function WorstLine() {
  const { rows } = useFeed()
  const word = useText(words)
  useSyncExternalStore(rows.subscribe, rows.version)
  return (
    <ul className="feed-counts">
      {countsOf(rows.order).levels.map(({ level, count }) => (
        <li key={level} className="feed-count" title={word[levelWord(level)]}>
          <AlarmMark alarm_level={level} isWordHidden />
          {count}
        </li>
      ))}
    </ul>
  )
}
