import { useSyncExternalStore } from 'react'
import { words } from '../../../../core/text/words.ts'
import { useText } from '../../../define/index.ts'
import { Icon } from '../../../kit/Icon.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { levelWord } from '../../../parts/alarm-level.ts'
import { useFeed } from '../feed-context.ts'
import { text } from '../text.ts'

/** What waits while somebody hovers or selects, and the way to see it now. It has a place of its own: nothing moves for it. */
export function FreshBar() {
  const { rows } = useFeed()
  const t = useText(text)
  const word = useText(words)
  useSyncExternalStore(rows.subscribe, rows.version)
  const { count, worst } = rows.waiting
  if (count === 0) return null
  return (
    <button
      type="button"
      className="feed-fresh"
      aria-label={t.freshWorst({ count, level: word[levelWord(worst)] })}
      onClick={() => rows.showWaiting()}
    >
      <Icon name="arrow-up" size={12} />
      {t.fresh({ count })}
      <AlarmMark alarm_level={worst} isWordHidden />
    </button>
  )
}
