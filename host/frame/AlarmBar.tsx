import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { deviceWords } from '../../core/text/device-words.ts'
import { nameIn } from '../../core/text/name-in.ts'
import { words } from '../../core/text/words.ts'
import { useElement, useSheet, useText } from '../../elements/define/index.ts'
import type { AlarmLevel } from '../../elements/kit/AlarmShape.tsx'
import { DeviceName } from '../../elements/kit/DeviceName.tsx'
import { Icon } from '../../elements/kit/Icon.tsx'
import { AlarmMark } from '../../elements/kit/StateMark.tsx'
import { useMedia } from '../../elements/kit/use-media.ts'
import { $flash } from '../preferences.ts'
import { text } from '../text.ts'
import sheet from './alarm-bar.css?sheet'
import { type AlarmCounts, openLevels, openOf, unconfirmedOf } from './alarm-counts.ts'
import type { OpenAlarms } from './use-open-alarms.ts'
import { $isWall } from './wall.ts'

interface AlarmBarProps {
  alarms: OpenAlarms
  /** Where all of them are listed; null for who may not go there. */
  path: string | null
  /** Where those are listed that are kept from operators; null for who may not go there. */
  heldPath: string | null
  mayOpenDevices: boolean
  isNarrow: boolean
}

/** The worst open alarm, and how many there are, each with the way to it; what could not be renewed says so. */
export function AlarmBar({ alarms, path, heldPath, mayOpenDevices, isNarrow }: AlarmBarProps) {
  const { counts, worst, isStale } = alarms
  useSheet(sheet)
  const t = useText(text)
  const { lang } = useElement()
  const flashes = useStore($flash) === 'on' && !isStale
  const earlier = isStale && <span className="alarm-bar-earlier">{t.earlier}</span>
  if (counts === null) return <span className="alarm-bar alarm-bar-none">{t.alarmsUnknown}</span>
  const isQuiet = openOf(counts) === 0 || !worst
  const worstName = worst && nameIn(lang, worst.alarm_name, worst.alarm_name_en)
  const device = worst && mayOpenDevices ? `/deviceDetail/${encodeURIComponent(worst.sn_code)}?tab=alarms` : null
  return (
    <span
      className={isQuiet ? 'alarm-bar alarm-bar-none' : 'alarm-bar alarm-bar-some'}
      data-flashes={flashes || undefined}
    >
      {isQuiet ? (
        <>
          <Icon name={isStale ? 'clock' : 'check'} {...(isNarrow && { label: t.noOpenAlarms })} />
          <span className="alarm-bar-word">{t.noOpenAlarms}</span> {earlier}
        </>
      ) : (
        <Way
          path={device}
          className={worst.confirm_time === null ? 'alarm-bar-worst alarm-bar-calls' : 'alarm-bar-worst'}
        >
          <AlarmMark level={worst.alarm_level as AlarmLevel} isWordHidden={isNarrow} />
          <span className="alarm-bar-word" title={`${worstName} · ${deviceWords(worst)}`}>
            <span className={worst.confirm_time === null ? 'alarm-bar-name alarm-bar-waiting' : 'alarm-bar-name'}>
              {worstName}
            </span>
            <span className="alarm-bar-device">
              <DeviceName {...worst} />
            </span>
          </span>
        </Way>
      )}
      {!isQuiet ? (
        <Counts counts={counts} isStale={isStale} path={path} isNarrow={isNarrow}>
          {earlier}
        </Counts>
      ) : (
        counts.held > 0 && (
          <Way path={heldPath} className="alarm-bar-counts" said={t.heldAlarms({ count: counts.held })}>
            <HeldCount count={counts.held} />
            <span className="alarm-bar-word">{t.heldWords}</span>
          </Way>
        )
      )}
    </span>
  )
}

interface CountsProps {
  counts: AlarmCounts
  isStale: boolean
  path: string | null
  isNarrow: boolean
  children: ReactNode
}

/** How many of each level, and how many are kept from operators: by shape and number, and in words for who asks. */
function Counts({ counts, isStale, path, isNarrow, children }: CountsProps) {
  const t = useText(text)
  const word = useText(words)
  const isWall = useStore($isWall)
  const levels = openLevels(counts)
  // The name of the worst and its device need the room that the words of levels would take; a wall is enlarged.
  const isTight = useMedia('(max-width: 1680px)') || isWall
  const count = openOf(counts)
  const said = [
    t.openAlarms({ count }),
    ...levels.map(({ alarm_level, open }) => `${word[`alarm_${alarm_level as AlarmLevel}`]} ${open}`),
    t.unconfirmedAlarms({ count: unconfirmedOf(counts) }),
    ...(counts.held > 0 ? [t.heldAlarms({ count: counts.held })] : []),
  ].join(t.comma)
  return (
    <Way path={path} className="alarm-bar-counts" said={isStale ? `${said} ${t.earlier}` : said}>
      {isNarrow ? (
        <span className={unconfirmedOf(counts) > 0 ? 'alarm-bar-level alarm-bar-calls' : 'alarm-bar-level'}>
          <Icon name={isStale ? 'clock' : 'bell'} />
          <span className="alarm-bar-number">{count}</span>
        </span>
      ) : (
        <>
          {isStale && <Icon name="clock" />}
          {levels.map(({ alarm_level, open, unconfirmed }) => (
            <span key={alarm_level} className={unconfirmed > 0 ? 'alarm-bar-level alarm-bar-calls' : 'alarm-bar-level'}>
              <AlarmMark level={alarm_level as AlarmLevel} isWordHidden={isTight} />{' '}
              <span className={unconfirmed > 0 ? 'alarm-bar-number alarm-bar-waiting' : 'alarm-bar-number'}>
                {open}
              </span>
            </span>
          ))}
        </>
      )}
      {counts.held > 0 && <HeldCount count={counts.held} />}
      {children}
    </Way>
  )
}

const HeldCount = ({ count }: { count: number }) => (
  <span className="alarm-bar-level alarm-bar-held">
    <Icon name="eye-off" />
    <span className="alarm-bar-number">{count}</span>
  </span>
)

interface WayProps {
  path: string | null
  className: string
  /** What it is in words, where the inside is signs. */
  said?: string
  children: ReactNode
}

/** A link where there is somewhere to go. */
function Way({ path, className, said, children }: WayProps) {
  if (path !== null)
    return (
      <Link href={path} className={className} title={said}>
        {said ? (
          <>
            {/* Numbers alone say little, and a name by `aria-label` would have to begin with them. */}
            <span className="alarm-bar-seen" aria-hidden>
              {children}
            </span>
            <span className="sg-hidden-visually">{said}</span>
          </>
        ) : (
          children
        )}
      </Link>
    )
  return (
    <span className={className} title={said} {...(said && { role: 'img', 'aria-label': said })}>
      {children}
    </span>
  )
}
