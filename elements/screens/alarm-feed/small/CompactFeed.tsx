import { useSyncExternalStore } from 'react'
import { useElement, useSheet, useText } from '../../../define/index.ts'
import { AlarmDialogs } from '../../../parts/alarm-acts/AlarmDialogs.tsx'
import { useAlarmActs } from '../../../parts/alarm-acts/use-alarm-acts.ts'
import { Announcer } from '../Announcer.tsx'
import { FEED_PATH, useFeed } from '../feed-context.ts'
import { FeedPlace } from '../head/FeedPlace.tsx'
import { FreshBar } from '../head/FreshBar.tsx'
import { FeedList } from '../list/FeedList.tsx'
import { NarrowLooks } from '../NarrowLooks.tsx'
import { Asleep } from '../sound/Asleep.tsx'
import { SoundMenu } from '../sound/SoundMenu.tsx'
import { useSound } from '../sound/use-sound.ts'
import { text } from '../text.ts'
import sheet from './compact.css?sheet'
import { WorstLine } from './WorstLine.tsx'

/** A line or two each, without filters: for narrow places of somebody's page. */
export function CompactFeed() {
  const { rows, props, connection, may } = useFeed()
  const t = useText(text)
  const { lang } = useElement()
  useSheet(sheet)
  const acts = useAlarmActs({ connection, onAlarmConfirm: props.onAlarmConfirm, onSettled() {} })
  const sound = useSound()
  useSyncExternalStore(rows.subscribe, rows.version)
  const atMost = props.maxRows === undefined ? undefined : Math.floor(props.maxRows)
  const hasSound = props.sound || sound.isOn
  const more = atMost === undefined ? 0 : rows.items.length - atMost
  return (
    <div className="feed feed-compact" lang={lang}>
      <NarrowLooks />
      <Announcer />
      <Asleep sound={sound} />
      <div className="feed-compact-head">
        <WorstLine />
        <FreshBar />
        {hasSound && <SoundMenu sound={sound} />}
      </div>
      <FeedPlace rows={atMost ?? 5}>
        <FeedList
          look="compact"
          selection={null}
          onConfirm={({ alarm }, isNoted) => (isNoted ? acts.ask('note', [alarm]) : void acts.confirm([alarm]))}
          {...(atMost !== undefined && { atMost })}
        />
        {more > 0 && (
          <button type="button" className="feed-more" onClick={() => props.onNavigate({ path: FEED_PATH })}>
            {t.more({ count: more })}
          </button>
        )}
      </FeedPlace>
      <AlarmDialogs acts={acts} may={may} isTime={may.confirm && rows.items.length > 0} />
    </div>
  )
}
