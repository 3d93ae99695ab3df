import { useEffect, useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { deviceWords } from '../../../core/text/device-words.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useText } from '../../define/index.ts'
import { levelWord } from '../../parts/alarm-level.ts'
import { alarmName } from '../../parts/alarm-name.ts'
import { useFeed } from './feed-context.ts'
import { text } from './text.ts'

/** A burst is announced once. */
const SETTLE_MS = 700
const FORGOTTEN_MS = 5000
const SPOKEN = [5, 4] as const

/** Announces new critical and high alarms to screen readers, also those that wait behind the bar. */
export function Announcer() {
  const { store, rows } = useFeed()
  const { lang } = useElement()
  const t = useText(text)
  const word = useText(words)
  const [announced, setAnnounced] = useState<Readonly<Record<number, string>>>({})
  useEffect(() => {
    let heard: Alarm[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let silent: ReturnType<typeof setTimeout> | undefined
    const announce = () => {
      timer = undefined
      clearTimeout(silent)
      const next: Record<number, string> = {}
      for (const spoken of SPOKEN) {
        const found = heard.filter(({ alarm_level }) => alarm_level === spoken)
        const [first] = found
        const level = word[levelWord(spoken)]
        if (!first) continue
        next[spoken] =
          found.length > 1
            ? t.newAlarms({ count: found.length, level })
            : t.newAlarm({ level, name: alarmName(first, lang), device: deviceWords(first) })
      }
      heard = []
      setAnnounced(next)
      // The same words a second time are heard only where there was nothing in between.
      silent = setTimeout(() => setAnnounced({}), FORGOTTEN_MS)
    }
    const stop = store.onBatch(({ arrived }) => {
      for (const alarm of arrived) if (alarm.alarm_level >= 4 && rows.calls(alarm)) heard.push(alarm)
      if (heard.length > 0) timer ??= setTimeout(announce, SETTLE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
      clearTimeout(silent)
    }
  }, [store, rows, lang, t, word])
  return (
    <>
      <div className="sg-hidden-visually" role="alert">
        {announced[5]}
      </div>
      <div className="sg-hidden-visually" role="status">
        {announced[4]}
      </div>
    </>
  )
}
