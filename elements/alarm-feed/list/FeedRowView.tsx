// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be
import { type MouseEvent, memo, type ReactNode, useRef } from 'react'
import { nameIn } from '../../../core/text/name-in.ts'
import { useElement, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { text } from '../text.ts'
import { RowAge } from './RowAge.tsx'
import { NameMarks, RowState } from './RowMarks.tsx'
import { isConfirmable, type RowProps } from './row-props.ts'

/** With Shift rows are selected, and not the words on the way. */
const keepWords = (event: MouseEvent) => event.shiftKey && event.preventDefault()

/** The frame of any row: its place, its press, its box. */
export function RowFrame({ className, children, ...row }: RowProps & { className: string; children: ReactNode }) {
  const t = useText(text)
  const { lang } = useElement()
  const isRange = useRef(false)
  const { alarm, rowKey, index, acts, isSelected } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys, the row the press
    <div
      id={row.id}
      className={className}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected ?? undefined}
      data-key={rowKey}
      data-level={alarm.alarm_level}
      data-state={alarm.state}
      data-active={row.isActive || undefined}
      data-open={row.isOpen || undefined}
      data-leaving={row.isLeaving || undefined}
      style={{ translate: `0 ${row.top}px` }}
      onMouseDown={keepWords}
      onClick={(event) => acts.press(rowKey, index, event)}
    >
      {isSelected !== null && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keeps the press from opening the row
        <div
          className="feed-cell feed-check"
          role="gridcell"
          onClickCapture={(event) => {
            isRange.current ||= event.shiftKey
          }}
          onClick={(event) => event.stopPropagation()}
        >
          <Checkbox
            label={t.selectOne({ name: alarmName(alarm, lang) })}
            isSelected={isSelected}
            onChange={() => {
              acts.select(rowKey, isRange.current)
              isRange.current = false
            }}
          />
        </div>
      )}
      {children}
    </div>
  )
}

/** Confirms this one; nothing where there is nothing to confirm. */
export function ConfirmCell({ alarm, mayConfirm, isLeaving, acts, rowKey }: RowProps) {
  const t = useText(text)
  const { lang } = useElement()
  return (
    <div className="feed-cell feed-act" role="gridcell">
      {mayConfirm && !isLeaving && isConfirmable(alarm) && (
        <button
          type="button"
          className="feed-confirm"
          aria-label={t.confirmOf({ name: alarmName(alarm, lang) })}
          onClick={(event) => {
            event.stopPropagation()
            acts.confirm(rowKey)
          }}
        >
          <Icon name="check" />
          <span className="feed-confirm-word">{t.confirm}</span>
        </button>
      )}
    </div>
  )
}

/** Two lines: what it is and since when, where and what exactly. */
export const FeedRowView = memo(function FeedRowView(row: RowProps) {
  const { alarm, isLeaving } = row
  const t = useText(text)
  const { lang } = useElement()
  const { alarm_level, alarm_time, alarm_note, dev_alias } = alarm
  return (
    <RowFrame {...row} className="feed-row">
      <div className="feed-cell feed-level" role="gridcell">
        <AlarmMark alarm_level={alarm_level} />
      </div>
      <div className="feed-cell feed-main" role="gridcell">
        <span className="feed-line">
          <span className="feed-name">{alarmName(alarm, lang)}</span>
          <NameMarks alarm={alarm} />
        </span>
        <span className="feed-line feed-below">
          <span className="feed-device">{dev_alias}</span>
          <span className="feed-info">{nameIn(lang, alarm.alarm_info, alarm.alarm_info_en)}</span>
          {alarm_note && (
            <span className="feed-note" title={alarm_note}>
              <Icon name="edit" size={12} label={t.note} /> {alarm_note}
            </span>
          )}
        </span>
      </div>
      <div className="feed-cell feed-how" role="gridcell">
        {isLeaving && alarm.state === 'NORM' ? <span className="feed-over">{t.over}</span> : <RowState alarm={alarm} />}
      </div>
      <div className="feed-cell feed-when" role="gridcell">
        <RowAge time={alarm_time} />
      </div>
      <ConfirmCell {...row} />
    </RowFrame>
  )
})

/** One line. */
export const CompactRowView = memo(function CompactRowView(row: RowProps) {
  const { alarm, isLeaving } = row
  const t = useText(text)
  const { lang } = useElement()
  return (
    <RowFrame {...row} className="feed-row feed-row-compact">
      <div className="feed-cell feed-level" role="gridcell">
        <AlarmMark alarm_level={alarm.alarm_level} isWordHidden />
      </div>
      <div className="feed-cell feed-main" role="gridcell">
        <span className="feed-line">
          <span className="feed-name">{alarmName(alarm, lang)}</span>
          <NameMarks alarm={alarm} />
          <span className="feed-device">{alarm.dev_alias}</span>
        </span>
      </div>
      <div className="feed-cell feed-how" role="gridcell">
        {isLeaving && alarm.state === 'NORM' ? (
          <span className="feed-over">{t.over}</span>
        ) : (
          <RowState alarm={alarm} isWordHidden />
        )}
      </div>
      <div className="feed-cell feed-when" role="gridcell">
        <RowAge time={alarm.alarm_time} />
      </div>
      <ConfirmCell {...row} />
    </RowFrame>
  )
})
