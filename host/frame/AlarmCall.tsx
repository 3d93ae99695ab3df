import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { Screen } from '../Screen.tsx'

interface AlarmCallProps {
  /** The page in sight lists them: no note has to lead there. */
  isListed: boolean
  /** The page that lists all of them; null for who may not open it. */
  listPath: string | null
  /** Where else alarms are seen. */
  otherPath: string
  /** Whether the page of a device may be opened. */
  mayOpenDevices: boolean
}

/** Calls for new alarms on every page, by sound, by the browser and by a note, with the button of the sound. */
export function AlarmCall({ isListed, listPath, otherPath, mayOpenDevices }: AlarmCallProps) {
  const [, navigate] = useLocation()
  const place = useRef<HTMLSpanElement>(null)
  const openAlarm = useEffectEvent((event: Event) => {
    if (listPath !== null) return
    const { sn_code } = (event as CustomEvent<{ sn_code: string }>).detail
    event.preventDefault()
    navigate(mayOpenDevices ? `/deviceDetail/${encodeURIComponent(sn_code)}?tab=alarms` : otherPath)
  })
  const goElsewhere = useEffectEvent((event: Event) => {
    if (listPath !== null) return
    event.preventDefault()
    event.stopPropagation()
    navigate(otherPath)
  })
  useEffect(() => {
    const own = place.current
    const open = (event: Event) => openAlarm(event)
    const go = (event: Event) => goElsewhere(event)
    own?.addEventListener('sg-alarm-open', open)
    own?.addEventListener('sg-navigate', go)
    return () => {
      own?.removeEventListener('sg-alarm-open', open)
      own?.removeEventListener('sg-navigate', go)
    }
  }, [])
  const attributes = useMemo(() => ({ mode: 'call', calls: isListed ? 'sound' : 'all' }), [isListed])
  return (
    <span ref={place} className="alarm-call">
      <Screen tag="sg-alarm-feed" attributes={attributes} isInBar />
    </span>
  )
}
