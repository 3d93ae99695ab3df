import { Link } from 'wouter'
import { useText } from '../../elements/define/index.ts'
import { Icon } from '../../elements/kit/Icon.tsx'
import { text } from '../text.ts'
import type { OpenAlarms } from './use-open-alarms.ts'

/** How many alarms are open, and the way to them; a count that could not be renewed says so. */
export function AlarmBar({ alarms: { count, isStale }, path }: { alarms: OpenAlarms; path: string }) {
  const t = useText(text)
  const earlier = isStale && <span className="alarm-bar-earlier">{t.earlier}</span>
  if (count === null) return <span className="alarm-bar alarm-bar-none">{t.alarmsUnknown}</span>
  if (count === 0) {
    return (
      <span className="alarm-bar alarm-bar-none">
        <Icon name={isStale ? 'clock' : 'check'} /> <span className="alarm-bar-word">{t.noOpenAlarms}</span> {earlier}
      </span>
    )
  }
  return (
    <Link
      href={path}
      className="alarm-bar alarm-bar-some"
      aria-label={`${t.openAlarms({ count })}${isStale ? ` ${t.earlier}` : ''}`}
    >
      <Icon name={isStale ? 'clock' : 'bell'} />
      <span className="alarm-bar-word">{t.openAlarms({ count })}</span>
      <span className="alarm-bar-count" aria-hidden>
        {count}
      </span>
      {earlier}
    </Link>
  )
}
