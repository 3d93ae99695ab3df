import type { ReactNode } from 'react'
import { words } from '../../core/text/words.ts'
import { useSheet, useText } from '../context/element-context.ts'
import { type AlarmLevel, AlarmShape } from './AlarmShape.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import sheet from './mark.css?sheet'

export type DeviceState = 'online' | 'offline' | 'faulty' | 'unregistered'

const STATE_ICON: Record<DeviceState, IconName> = {
  online: 'circle',
  offline: 'ring',
  faulty: 'cross',
  unregistered: 'unknown',
}

/** A device's state by shape, word and colour; without the word the shape carries its name. */
export function StateMark({ state, isWordHidden = false }: { state: DeviceState; isWordHidden?: boolean }) {
  useSheet(sheet)
  const t = useText(words)
  const word = t[state]
  return (
    <span className={`mark mark-${state}`} title={state === 'faulty' ? t.faultyWhy : undefined}>
      {isWordHidden ? (
        <Icon name={STATE_ICON[state]} size={12} label={word} />
      ) : (
        <Icon name={STATE_ICON[state]} size={12} />
      )}
      {!isWordHidden && word}
    </span>
  )
}

/** An alarm's level, 1 (notice) to 5 (critical), each with its own shape. */
export function AlarmMark({ level, isWordHidden = false }: { level: AlarmLevel; isWordHidden?: boolean }) {
  useSheet(sheet)
  const word = useText(words)[`alarm_${level}`]
  return (
    <span className={`mark mark-alarm-${level}`}>
      {isWordHidden ? <AlarmShape level={level} label={word} /> : <AlarmShape level={level} />}
      {!isWordHidden && word}
    </span>
  )
}

export type Quality = 'good' | 'uncertain' | 'bad' | 'stale'

/** Nothing for a good value; a hatch, a clock or sign, and a word for any other. */
export function QualityMark({ quality, isWordHidden = false }: { quality: Quality; isWordHidden?: boolean }) {
  useSheet(sheet)
  const word = useText(words)[quality]
  if (quality === 'good') return null
  const icon: IconName = quality === 'stale' ? 'clock' : quality === 'bad' ? 'cross' : 'unknown'
  return (
    <span className={`mark mark-quality mark-quality-${quality}`}>
      {isWordHidden ? <Icon name={icon} size={12} label={word} /> : <Icon name={icon} size={12} />}
      {!isWordHidden && word}
    </span>
  )
}

/** A small fact beside a title: a count, a kind. Colour is for states alone, so it has none. */
export function Badge({ children }: { children: ReactNode }) {
  useSheet(sheet)
  return <span className="badge">{children}</span>
}
