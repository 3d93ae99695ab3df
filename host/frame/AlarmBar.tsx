import { Link } from 'wouter'
import { useText } from '../../elements/define/index.ts'
import { Icon } from '../../elements/kit/Icon.tsx'
import { text } from '../text.ts'

/** How many alarms are open, and the way to them. */
export function AlarmBar({ count, path }: { count: number | null; path: string }) {
  const t = useText(text)
  if (count === null) return <span className="alarm-bar alarm-bar-none">{t.alarmsUnknown}</span>
  if (count === 0) {
    return (
      <span className="alarm-bar alarm-bar-none">
        <Icon name="check" /> <span className="alarm-bar-word">{t.noOpenAlarms}</span>
      </span>
    )
  }
  return (
    <Link href={path} className="alarm-bar alarm-bar-some" aria-label={t.openAlarms({ count })}>
      <Icon name="bell" />
      <span className="alarm-bar-word">{t.openAlarms({ count })}</span>
      <span className="alarm-bar-count" aria-hidden>
        {count}
      </span>
    </Link>
  )
}
