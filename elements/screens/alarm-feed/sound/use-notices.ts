import { useEffect, useState } from 'react'
import type { Alarm } from '../../../../core/contract/alarm.ts'
import { translate } from '../../../../core/text/define-text.ts'
import { deviceWords } from '../../../../core/text/device-words.ts'
import { nameIn } from '../../../../core/text/name-in.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useText } from '../../../define/index.ts'
import { useKeptChoice } from '../../../kit/use-kept-choice.ts'
import { levelWord } from '../../../parts/alarm-level.ts'
import { alarmName } from '../../../parts/alarm-name.ts'
import { useFeed } from '../feed-context.ts'
import { text } from '../text.ts'
import { text as soundText } from './text.ts'

/** The browser notifies of these and worse. */
const NOTIFIED_LEVEL = 4

export interface Notices {
  /** Only pages over HTTPS have them. */
  readonly isThere: boolean
  /** The user has forbidden them in the browser. */
  readonly isBlocked: boolean
  readonly isOn: boolean
  turn(isOn: boolean): void
}

/** The browser's own notifications for an operator who looks at something else. */
export function useNotices(): Notices {
  const { connection, store, rows, open, props } = useFeed()
  const { lang } = useElement()
  const t = useText(text)
  const isThere = isSecureContext && 'Notification' in window
  const [choice, choose] = useKeptChoice('alarm-notices', ['on', 'off'], 'off')
  const [permission, setPermission] = useState(() => (isThere ? Notification.permission : 'denied'))
  const isOn = choice === 'on' && permission === 'granted' && props.calls !== 'none'

  useEffect(() => {
    if (!isOn) return
    const notify = (alarms: readonly Alarm[]) => {
      const worst = alarms.reduce((one, other) => (other.alarm_level > one.alarm_level ? other : one))
      const level = translate(words, lang)[levelWord(worst.alarm_level)]
      const name = alarmName(worst, lang)
      const isOne = alarms.length === 1
      const title = isOne
        ? t.newAlarm({ level, name, device: deviceWords(worst) })
        : t.freshWorst({ count: alarms.length, level })
      const body = isOne ? nameIn(lang, worst.alarm_info, worst.alarm_info_en) : `${name}, ${deviceWords(worst)}`
      try {
        const notice = new Notification(title, { body, tag: 'sg-alarms', renotify: true } as NotificationOptions)
        notice.onclick = () => {
          window.focus()
          open(worst)
          notice.close()
        }
      } catch {
        // Browsers of phones want a service worker for it, which an element has not.
      }
    }
    return store.onBatch(({ arrived }) => {
      if (document.visibilityState === 'visible' && document.hasFocus()) return
      const notified = arrived.filter((alarm) => alarm.alarm_level >= NOTIFIED_LEVEL && rows.calls(alarm))
      if (notified.length > 0) notify(notified)
    })
  }, [isOn, store, rows, lang, t, open])

  return {
    isThere,
    isBlocked: isThere && permission === 'denied',
    isOn,
    async turn(next) {
      const answer = next && permission === 'default' ? await Notification.requestPermission() : permission
      setPermission(answer)
      choose(next && answer === 'granted' ? 'on' : 'off')
      const [zh, en] = soundText.rows.blocked
      if (next && answer === 'denied') connection?.toasts.show('warning', { zh, en })
    },
  }
}
