import { useSyncExternalStore } from 'react'
import { nameIn } from '../../../../core/text/name-in.ts'
import { useElement, useElementState, useText } from '../../../define/index.ts'
import { DeviceName } from '../../../kit/DeviceName.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { alarmName } from '../../../parts/alarm-name.ts'
import { Announcer } from '../Announcer.tsx'
import { FEED_PATH, useFeed } from '../feed-context.ts'
import { FeedPlace } from '../head/FeedPlace.tsx'
import { RowAge } from '../list/RowAge.tsx'
import { NameMarks } from '../list/RowMarks.tsx'
import type { FeedRow } from '../rows/feed-rows.ts'
import { Asleep } from '../sound/Asleep.tsx'
import { SoundMenu } from '../sound/SoundMenu.tsx'
import { useSound } from '../sound/use-sound.ts'
import { text } from '../text.ts'
import { worstOf } from '../worst.ts'
import { WorstLine } from './WorstLine.tsx'

/** The worst alarm and how many there are, for the head of a page. */
export function BannerFeed() {
  const { rows, props } = useFeed()
  const t = useText(text)
  const sound = useSound()
  useSyncExternalStore(rows.subscribe, rows.version)
  const worst = worstOf(rows.order, Math.min(10, props.maxRows ?? 1))
  return (
    <div className="feed-banner">
      <Announcer />
      <Asleep sound={sound} />
      <div className="feed-banner-line">
        <div className="feed-banner-place">
          <FeedPlace rows={1} none={<Calm />}>
            <div className="feed-banner-alarms">
              <ul className="feed-banner-rows">
                {worst.map((row) => (
                  <li key={row.key}>
                    <BannerRow row={row} />
                  </li>
                ))}
              </ul>
              <button type="button" className="feed-banner-all" onClick={() => props.onNavigate({ path: FEED_PATH })}>
                <span className="sg-hidden-visually">{t.openAll}</span>
                <WorstLine />
              </button>
            </div>
          </FeedPlace>
        </div>
        {(props.sound || sound.isOn) && <SoundMenu sound={sound} />}
      </div>
    </div>
  )
}

function Calm() {
  useElementState('empty')
  const t = useText(text)
  return (
    <slot name="empty">
      <p className="feed-banner-calm">
        <Icon name="check" /> {t.none}
      </p>
    </slot>
  )
}

function BannerRow({ row: { alarm } }: { row: FeedRow }) {
  const { open } = useFeed()
  const { lang } = useElement()
  return (
    <button
      type="button"
      className="feed-banner-row"
      data-level={alarm.alarm_level}
      data-unconfirmed={alarm.confirm_time === null || undefined}
      onClick={() => open(alarm)}
    >
      <AlarmMark alarm_level={alarm.alarm_level} />
      <span className="feed-name">{alarmName(alarm, lang)}</span>
      <NameMarks alarm={alarm} />
      <span className="feed-device">
        <DeviceName {...alarm} />
      </span>
      <span className="feed-info">{nameIn(lang, alarm.alarm_info, alarm.alarm_info_en)}</span>
      <RowAge time={alarm.alarm_time} />
    </button>
  )
}
