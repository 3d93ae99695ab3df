import type { ZonedDateTime } from '@internationalized/date'
import { useCallback, useReducer } from 'react'
import { DateField, DateInput, DateSegment, I18nProvider, Label } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { useFormat, useSheet } from '../context/element-context.ts'
import fieldSheet from './field.css?sheet'
import rangeSheet from './range.css?sheet'

interface MinuteFieldProps {
  label: string
  value: ZonedDateTime
  onChange: (value: ZonedDateTime) => void
}

/** Whose dates begin with the year, as everywhere else here. */
const YEAR_FIRST = { zh: 'zh-CN', en: 'en-CA' } as const

/** A day and a time of it, to the minute, by keyboard. */
export function MinuteField({ label, value, onChange }: MinuteFieldProps) {
  useSheet(fieldSheet)
  useSheet(rangeSheet)
  const { lang } = useFormat()
  // React Aria works out what a digit makes of what is drawn, and React draws only after the digits that a busy page
  // has let wait: 1 and 2 at an hour of 12 would become 01.
  const [, draw] = useReducer((digits: number) => digits + 1, 0)
  const drawEachDigit = useCallback((field: HTMLDivElement) => {
    const drawNow = () => flushSync(draw)
    field.addEventListener('beforeinput', drawNow)
    return () => field.removeEventListener('beforeinput', drawNow)
  }, [])
  return (
    <I18nProvider locale={YEAR_FIRST[lang]}>
      <DateField
        className="field"
        granularity="minute"
        hourCycle={24}
        hideTimeZone
        shouldForceLeadingZeros
        value={value}
        onChange={(date) => date && onChange(date)}
      >
        <Label className="field-label">{label}</Label>
        <DateInput ref={drawEachDigit} className="field-box date-input">
          {(segment) => <DateSegment segment={segment} className="date-segment" />}
        </DateInput>
      </DateField>
    </I18nProvider>
  )
}
