import { fromAbsolute, toCalendarDate, today } from '@internationalized/date'
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useState } from 'react'
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  RangeCalendar,
} from 'react-aria-components'
import { defineText } from '../../core/text/define-text.ts'
import { words } from '../../core/text/words.ts'
import { useElement, useFormat, useText } from '../context/element-context.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { MinuteField } from './MinuteField.tsx'
import type { TimeRange } from './time-range.ts'

const FIRST_DAYS = { monday: 'mon', sunday: 'sun', saturday: 'sat' } as const

const text = defineText({
  days: ['选择日期', 'Days'],
  previousMonth: ['上个月', 'Previous month'],
  nextMonth: ['下个月', 'Next month'],
  backwards: ['结束时间必须晚于开始时间', 'The end has to be after the start'],
  tooLong: ['范围不能超过 {{longest}}', 'At most {{longest}}'],
})

interface ExactRangeProps {
  value: TimeRange
  onApply: (range: TimeRange) => void
  longestMs?: number
  isAhead?: boolean
}

const $monday = atom('monday' as const)

/** To the minute, by keyboard or by picking days; loaded when it is first opened. */
export function ExactRange({ value, onApply, longestMs, isAhead = false }: ExactRangeProps) {
  const { timeZone, duration } = useFormat()
  const { connection } = useElement()
  const weekStart = FIRST_DAYS[useStore(connection?.$weekStart ?? $monday)]
  const { from: fromWord, to: toWord, apply } = useText(words)
  const { days, backwards, tooLong, previousMonth, nextMonth } = useText(text)
  const minute = (time: number) => fromAbsolute(time, timeZone).set({ second: 0, millisecond: 0 })
  const [from, setFrom] = useState(() => minute(value.from))
  const [to, setTo] = useState(() => minute(value.to))
  const span = to.toDate().getTime() - from.toDate().getTime()
  const problem =
    span <= 0
      ? backwards
      : longestMs !== undefined && span > longestMs
        ? tooLong({ longest: duration(longestMs) })
        : undefined
  return (
    <div className="range-exact">
      <RangeCalendar
        className="calendar"
        aria-label={days}
        firstDayOfWeek={weekStart}
        value={span > 0 ? { start: toCalendarDate(from), end: toCalendarDate(to) } : null}
        defaultFocusedValue={toCalendarDate(to)}
        {...(!isAhead && { maxValue: today(timeZone) })}
        onChange={({ start, end }) => {
          setFrom(from.set({ year: start.year, month: start.month, day: start.day, hour: 0, minute: 0 }))
          setTo(to.set({ year: end.year, month: end.month, day: end.day, hour: 23, minute: 59 }))
        }}
      >
        <header className="calendar-head">
          <AriaButton slot="previous" className="button button-plain button-icon" aria-label={previousMonth}>
            <Icon name="chevron-left" />
          </AriaButton>
          <Heading className="calendar-month" />
          <AriaButton slot="next" className="button button-plain button-icon" aria-label={nextMonth}>
            <Icon name="chevron-right" />
          </AriaButton>
        </header>
        <CalendarGrid weekdayStyle="narrow">
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className="calendar-weekday">{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGridBody>
        </CalendarGrid>
      </RangeCalendar>
      <MinuteField label={fromWord} value={from} onChange={setFrom} />
      <MinuteField label={toWord} value={to} onChange={setTo} />
      <p className="range-zone">{timeZone}</p>
      <p className="field-error" role="status">
        {problem}
      </p>
      <Button
        look="primary"
        isDisabled={problem !== undefined}
        onPress={() => onApply({ from: from.toDate().getTime(), to: to.toDate().getTime() })}
      >
        {apply}
      </Button>
    </div>
  )
}
