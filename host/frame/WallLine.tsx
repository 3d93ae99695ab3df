import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { SECOND_MS } from '../../core/catalogue/durations.ts'
import { useFormat, useText } from '../../elements/define/index.ts'
import { IconButton } from '../../elements/kit/Button.tsx'
import { text } from '../text.ts'
import { useConsole } from '../use-console.ts'
import { ConnectionState } from './ConnectionState.tsx'
import { leaveWall, placeAfter, wallPages } from './wall.ts'
import { ZoneMark } from './ZoneMark.tsx'

/** So long a page of what does not fit is shown, s. */
const TURNED_S = 10
/** Whoever moves something reads: nothing is turned for so long, s. */
const READ_S = 60

interface WallLineProps {
  alarmBar: ReactNode
  sound: ReactNode
  /** What is turned page by page where it does not fit; null where a drawing fits itself. */
  turned: RefObject<HTMLElement | null> | null
  /** Another one is seen at once: the first page is the worst. */
  worst: string | null
}

/** The line above a screen on a wall: the alarms, the clock, and which page of what does not fit is shown. */
export function WallLine({ alarmBar, sound, turned, worst }: WallLineProps) {
  const t = useText(text)
  const format = useFormat()
  const { connection } = useConsole()
  const minute = () => format.time(connection.clock.now()).slice(0, 5)
  const [clock, setClock] = useState(minute)
  const pages = useTurning(turned, worst, () => setClock(minute))
  return (
    <header className="wall-line">
      {alarmBar}
      <span className="wall-line-end">
        {pages && pages.count > 1 && (
          <span className="wall-pages" title={t.wallPage(pages)}>
            <span aria-hidden>
              {pages.at} / {pages.count}
            </span>
            <span className="sg-hidden-visually">{t.wallPage(pages)}</span>
          </span>
        )}
        {sound}
        <ConnectionState />
        <span className="wall-time">
          <time className="wall-clock">{clock}</time>
          <ZoneMark />
        </span>
        <IconButton icon="close" label={t.leaveWall} onPress={leaveWall} />
      </span>
    </header>
  )
}

/** Turns the page of what does not fit, from the last one to the first; says which is shown. */
function useTurning(turned: WallLineProps['turned'], worst: string | null, onSecond: () => void) {
  const [shown, setShown] = useState<{ at: number; count: number } | null>(null)
  const second = useEffectEvent(onSecond)
  useEffect(() => {
    let left = TURNED_S
    const read = (event: Event) => {
      // Where the page moves below it, a pointer that rests is said to move, too.
      if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
      left = READ_S
    }
    const each = () => {
      second()
      const box = turned?.current
      if (!box) return setShown(null)
      left -= 1
      if (left <= 0) {
        left = TURNED_S
        box.scrollTo({ top: placeAfter(box), behavior: 'instant' })
      }
      const next = wallPages(box)
      setShown((before) => (before?.at === next.at && before.count === next.count ? before : next))
    }
    const timer = setInterval(each, SECOND_MS)
    const acts = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
    for (const act of acts) window.addEventListener(act, read, { passive: true })
    return () => {
      clearInterval(timer)
      for (const act of acts) window.removeEventListener(act, read)
    }
  }, [turned])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another worst alarm is what this waits for
  useEffect(() => turned?.current?.scrollTo({ top: 0, behavior: 'instant' }), [worst, turned])
  return shown
}
