import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { deviceWords } from '../../../../core/text/device-words.ts'
import { useElement, useElementState, useText } from '../../../define/index.ts'
import { Toasts } from '../../../kit/Toasts.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { alarmName } from '../../../parts/alarm-name.ts'
import { Announcer } from '../Announcer.tsx'
import { FEED_PATH, useFeed } from '../feed-context.ts'
import { SoundMenu } from '../sound/SoundMenu.tsx'
import { useSound } from '../sound/use-sound.ts'
import { text } from '../text.ts'
import { type CallNote, noteAfter } from './call-note.ts'

/** Those of this level stay in sight until somebody looks at them. */
const HIGHEST = 5
/** From this level on a screen reader is interrupted. */
const URGENT = 4

/** Calls for new alarms wherever the user is, and shows whether that is heard. */
export function CallFeed() {
  const { store, props } = useFeed()
  const { isLoaded } = useStore(store.$status)
  useElementState(isLoaded ? 'ready' : 'loading')
  const sound = useSound()
  return (
    <div className="feed-call">
      {props.calls === 'all' ? <Note /> : <Announcer />}
      <SoundMenu sound={sound} />
    </div>
  )
}

/** One note of all that came, which leads to them. */
function Note() {
  const { store, rows, open, props } = useFeed()
  const { host, lang } = useElement()
  const t = useText(text)
  const [note, setNote] = useState<CallNote | null>(null)
  useEffect(
    () => store.onBatch((batch) => setNote((before) => noteAfter(before, batch, (alarm) => rows.calls(alarm)))),
    [store, rows],
  )
  if (note === null) return null
  const { worst, waiting, round } = note
  const named = { name: alarmName(worst, lang), device: deviceWords(worst) }
  const isOne = waiting.size === 1
  return (
    <Toasts
      below={host}
      toasts={[
        {
          id: round,
          type: worst.alarm_level >= URGENT ? 'error' : 'info',
          mark: <AlarmMark alarm_level={worst.alarm_level} />,
          text: isOne ? t.newOne(named) : t.newOnes({ count: waiting.size, ...named }),
          durationMs: worst.alarm_level >= HIGHEST ? null : 10_000,
          action: {
            label: isOne ? t.showAlarm : t.showAlarms,
            run: () => (isOne ? open(worst) : void props.onNavigate({ path: FEED_PATH })),
          },
        },
      ]}
      onDismiss={() => setNote(null)}
    />
  )
}
