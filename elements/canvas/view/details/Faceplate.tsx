import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { PointSource } from '../../../../core/canvas/point-source.ts'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { deviceDetail } from '../../../../core/stores/collections/devices.ts'
import { deviceWords } from '../../../../core/text/device-words.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useFormat, useSheet, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Select } from '../../../kit/Select.tsx'
import { QualityMark } from '../../../kit/StateMark.tsx'
import { Value } from '../../../kit/Value.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { useNeighbours } from '../../../parts/neighbours/use-neighbours.ts'
import { pointName, valueText } from '../../../parts/point-text.ts'
import { useCollection } from '../../../parts/use-collection.ts'
import { text as writeText } from '../../../parts/write/text.ts'
import { blockedBy } from '../blocked.ts'
import type { NamedPoint } from '../run-actions.ts'
import { text as viewText } from '../text.ts'
import { useReading } from '../use-reading.ts'
import sheet from './faceplate.css?sheet'
import { Limits } from './Limits.tsx'
import { PastAlarms, PointAlarms } from './PointAlarms.tsx'
import { Trend } from './Trend.tsx'
import { text } from './text.ts'
import type { Asked, Box } from './use-details.tsx'
import { useIdle } from './use-idle.ts'

/** Nobody has used the page so long: what is below it is to be seen again. */
const IDLE_MS = 3 * MINUTE_MS
const EDGE = 8
/** Of a place that is too narrow for anything beside it. */
const NARROW_PX = 480

interface FaceplateProps extends Asked {
  source: PointSource
  /** The screen's device: its own screen is here. */
  sn_code: string
  /** Where the control is drawn, px of the screen's place. */
  box: () => Box | null
  onWrite: (point: NamedPoint) => void
  onClose: () => void
}

/**
 * The points of a control beside it: value, last hour, limits, alarms, and what can be done. It is not modal: the screen
 * goes on around it, and it takes the focus, which goes back to the control. A wall where nobody is left must show the whole
 * screen again, so it closes by itself once nobody has used the page for three minutes, whatever the page is.
 */
export function Faceplate(props: FaceplateProps) {
  useSheet(sheet)
  const { name, points, source, box, onClose } = props
  const { lang } = useElement()
  const { close, point: pointWord } = useText(words)
  const [at, setAt] = useState(points[0] as NamedPoint)
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const t = useText(text)
  const read = useReading(source, at)
  useIdle(IDLE_MS, onClose)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  usePlace(panel, box)

  const { facts, point } = read
  const title = point ? pointName(point, lang) : name || at.key
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }
  const nameOf = ({ sn_code, key }: NamedPoint) => {
    const device = source.device(sn_code)
    const found = device?.points.get(key)
    const own = found ? pointName(found, lang) : key
    return points.every((one) => one.sn_code === sn_code) ? own : `${own} · ${device?.dev_alias ?? sn_code}`
  }
  const idOf = (one: NamedPoint) => `${one.sn_code} ${one.key}`
  return (
    <section
      ref={panel}
      className="faceplate"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className="faceplate-head">
        <div>
          <h3 id={titleId}>{title}</h3>
          <p className="faceplate-quiet">{deviceWords({ dev_alias: facts?.dev_alias ?? '', sn_code: at.sn_code })}</p>
        </div>
        <IconButton icon="close" label={close} onPress={onClose} />
      </header>
      <div className="faceplate-body">
        {points.length > 1 && (
          <Select
            label={pointWord}
            options={points.map((one) => ({ id: idOf(one), label: nameOf(one) }))}
            value={idOf(at)}
            onChange={(id) => setAt(points.find((one) => idOf(one) === id) ?? at)}
          />
        )}
        {point ? (
          <PointBody key={idOf(at)} {...props} at={at} read={read} onLeft={() => panel.current?.focus()} />
        ) : (
          <p className="faceplate-quiet">{facts ? t.unknown : t.waiting}</p>
        )}
      </div>
    </section>
  )
}

type Reading = ReturnType<typeof useReading>

interface PointBodyProps extends FaceplateProps {
  at: NamedPoint
  read: Reading
  /** What had the focus is gone. */
  onLeft: () => void
}

function PointBody({ at, read, source, sn_code, onWrite, onLeft }: PointBodyProps) {
  const { point, state, facts } = read
  const t = useText(text)
  const view = useText(viewText)
  const writing = useText(writeText)
  const { lang } = useElement()
  const format = useFormat()
  const { data: device } = useCollection(deviceDetail, { sn_code: at.sn_code })
  const neighbours = useNeighbours()
  if (!point || !facts) return null
  const isLive = source.kind === 'live'
  const value = state?.value
  const quality = state?.quality ?? 'good'
  const mayWrite = facts.may_write && point.access === 'rw'
  const blocked = mayWrite ? blockedBy(source, at, lang) : null
  const isNumber = typeof value === 'number' && !point.enum_text
  const links = neighbours({ ...at, time: source.now() }, at.sn_code !== sn_code && (device?.has_screen ?? false))
  return (
    <>
      <p className="faceplate-value">
        <Value
          value={value === undefined || value === null ? null : isNumber ? value : valueText(value, point, format)}
          size="display"
          quality={quality}
          {...(isNumber && point.unit && { unit: point.unit })}
          {...(point.decimals !== null && { decimals: point.decimals })}
        />
        {state !== null && state.alarm_level > 0 && <AlarmMark alarm_level={state.alarm_level} />}
      </p>
      <p className="faceplate-quiet faceplate-when">
        <QualityMark quality={quality} />
        {state === null
          ? t.waiting
          : state.data_time !== null && view.measuredAt({ time: format.dateTime(state.data_time) })}
      </p>
      {point.data_type !== 'string' && (
        <Trend at={at} point={point} report_interval_s={device?.report_interval_s ?? 0} now={() => source.now()} />
      )}
      {isLive ? (
        <PointAlarms at={at} onConfirmed={onLeft} />
      ) : (
        <PastAlarms alarms={(source.alarms?.(at.sn_code) ?? []).filter(({ key }) => key === at.key)} />
      )}
      <Limits sn_code={at.sn_code} point={point} />
      {blocked && <p className="faceplate-quiet">{blocked(view)}</p>}
      {(mayWrite || links.length > 0) && (
        <div className="faceplate-acts">
          {mayWrite && !blocked && (
            <Button look="primary" icon="edit" onPress={() => onWrite(at)}>
              {point.two_step ? writing.writeInTwo : t.write}
            </Button>
          )}
          {links.length > 0 && (
            <div className="faceplate-links">
              {links.map(({ id, label, icon, go }) => (
                <Button key={id} look="plain" icon={icon} onPress={go}>
                  {label}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  )
}

/** Beside the control where there is room, and never beyond the screen; along its lower edge where it is narrow. */
function usePlace(panel: React.RefObject<HTMLElement | null>, box: FaceplateProps['box']): void {
  const put = useEffectEvent(() => {
    const { current } = panel
    const place = current?.parentElement
    if (!current || !place) return
    const isNarrow = place.clientWidth < NARROW_PX
    current.classList.toggle('faceplate-low', isNarrow)
    const of = box()
    if (isNarrow || !of) return current.style.removeProperty('inset')
    const { offsetWidth, offsetHeight } = current
    const right = of.x + of.width + EDGE
    const isRight = right + offsetWidth + EDGE <= place.clientWidth
    const left = isRight ? right : Math.max(EDGE, of.x - offsetWidth - EDGE)
    const top = Math.max(EDGE, Math.min(of.y, place.clientHeight - offsetHeight - EDGE))
    current.style.inset = `${top}px auto auto ${left}px`
  })
  useLayoutEffect(() => {
    const sizes = new ResizeObserver(() => put())
    for (const one of [panel.current, panel.current?.parentElement]) if (one) sizes.observe(one)
    put()
    return () => sizes.disconnect()
  }, [panel])
}
