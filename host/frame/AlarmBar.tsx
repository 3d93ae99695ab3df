import { Link } from 'wouter'
import { nameIn } from '../../core/text/name-in.ts'
import { useElement, useText } from '../../elements/define/index.ts'
import { Icon } from '../../elements/kit/Icon.tsx'
import { type AlarmLevel, AlarmMark } from '../../elements/kit/StateMark.tsx'
import { text } from '../text.ts'
import type { OpenAlarms } from './use-open-alarms.ts'

interface AlarmBarProps {
  alarms: OpenAlarms
  /** Where all of them are listed. */
  path: string
  isNarrow: boolean
}

/** The worst open alarm, and how many there are, each with the way to it; what could not be renewed says so. */
export function AlarmBar({ alarms: { count, worst, isStale }, path, isNarrow }: AlarmBarProps) {
  const t = useText(text)
  const { lang } = useElement()
  const earlier = isStale && <span className="alarm-bar-earlier">{t.earlier}</span>
  if (count === null) return <span className="alarm-bar alarm-bar-none">{t.alarmsUnknown}</span>
  if (count === 0 || !worst) {
    return (
      <span className="alarm-bar alarm-bar-none">
        <Icon name={isStale ? 'clock' : 'check'} /> <span className="alarm-bar-word">{t.noOpenAlarms}</span> {earlier}
      </span>
    )
  }
  return (
    <span className="alarm-bar alarm-bar-some">
      <Link href={`/deviceDetail/${encodeURIComponent(worst.sn_code)}?tab=alarms`} className="alarm-bar-worst">
        <AlarmMark level={worst.alarm_level as AlarmLevel} isWordHidden={isNarrow} />
        <span className="alarm-bar-word">
          <span className="alarm-bar-name">{nameIn(lang, worst.alarm_name, worst.alarm_name_en)}</span>
          <span className="alarm-bar-device">{worst.dev_alias}</span>
        </span>
      </Link>
      <Link
        href={path}
        className="alarm-bar-count"
        aria-label={`${t.openAlarms({ count })}${isStale ? ` ${t.earlier}` : ''}`}
      >
        <Icon name={isStale ? 'clock' : 'bell'} />
        <span className="alarm-bar-number">{count}</span>
        {earlier}
      </Link>
    </span>
  )
}
