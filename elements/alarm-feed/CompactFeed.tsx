import { useSyncExternalStore } from 'react'
import { useElement, useText } from '../define/index.ts'
import { Announcer } from './Announcer.tsx'
import { Refused } from './confirm/Refused.tsx'
import { useActing } from './confirm/use-acting.ts'
import { FEED_PATH, useFeed } from './feed-context.ts'
import { FeedPlace } from './head/FeedPlace.tsx'
import { FreshBar } from './head/FreshBar.tsx'
import { FeedList } from './list/FeedList.tsx'
import { Asleep } from './sound/Asleep.tsx'
import { useSound } from './sound/use-sound.ts'
import { text } from './text.ts'
import { WorstLine } from './WorstLine.tsx'

/** A line each, without filters: for narrow places of somebody's page. */
export function CompactFeed() {
  const { rows, props } = useFeed()
  const t = useText(text)
  const { lang } = useElement()
  const acting = useActing()
  const sound = useSound()
  useSyncExternalStore(rows.subscribe, rows.version)
  const { maxRows } = props
  const more = maxRows === undefined ? 0 : rows.items.length - maxRows
  return (
    <div className="feed feed-compact" lang={lang}>
      <Announcer />
      <Asleep sound={sound} />
      <div className="feed-compact-head">
        <WorstLine />
        <FreshBar />
      </div>
      <FeedPlace rows={maxRows ?? 5}>
        <FeedList
          look="compact"
          selection={null}
          onConfirm={({ alarm }) => void acting.confirm([alarm], '')}
          {...(maxRows !== undefined && { atMost: Math.max(1, maxRows) })}
        />
        {more > 0 && (
          <button type="button" className="feed-more" onClick={() => props.onNavigate({ path: FEED_PATH })}>
            {t.more({ count: more })}
          </button>
        )}
      </FeedPlace>
      <Refused acting={acting} />
    </div>
  )
}
