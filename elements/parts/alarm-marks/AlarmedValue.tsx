import type { ReactNode } from 'react'
import type { MarkedPoint } from '../../../core/contract/alarm-record.ts'
import { alarmStates } from '../../../core/rules/alarm-state-text.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { AlarmShape } from '../../kit/AlarmShape.tsx'
import { levelOf, levelWord } from '../alarm-level.ts'
import sheet from './alarmed-value.css?sheet'
import { text } from './text.ts'

interface AlarmedValueProps {
  /** The open alarms of the point; undefined while there are none. */
  alarm: MarkedPoint | undefined
  children: ReactNode
}

/** A value, framed and with the mark of the highest level while its point is in alarm. */
export function AlarmedValue({ alarm, children }: AlarmedValueProps) {
  useSheet(sheet)
  const said = useAlarmWords(alarm)
  const level = alarm && levelOf(alarm.alarm_level)
  return (
    <span className="alarmed-value" data-level={level} title={said}>
      {level && <AlarmShape level={level} label={said ?? ''} />}
      {children}
    </span>
  )
}

/** The alarms of a point in words: "High alarm (unconfirmed)". */
function useAlarmWords(alarm: MarkedPoint | undefined): string | undefined {
  const t = useText(text)
  const word = useText(words)
  const states = useText(alarmStates)
  const { lang } = useElement()
  if (!alarm) return undefined
  const { open, alarm_level, state } = alarm
  return t.openAlarmsOfPoint({
    count: open,
    level: word[levelWord(alarm_level)],
    state: states[state].toLocaleLowerCase(lang),
  })
}
