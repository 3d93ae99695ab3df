// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be

import { type MouseEvent, memo, type ReactNode } from 'react'
import { nameIn } from '../../../../core/text/name-in.ts'
import { useElement, useText } from '../../../define/index.ts'
import { DeviceName } from '../../../kit/DeviceName.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { isConfirmable } from '../../../parts/alarm-acts/can-act.ts'
import { alarmName, alarmNote } from '../../../parts/alarm-name.ts'
import { spotOf } from '../../../parts/neighbours/use-neighbour-menu.tsx'
import { text } from '../text.ts'
import { CheckCell } from './CheckCell.tsx'
import { RowAge } from './RowAge.tsx'
import { NameMarks, RowState } from './RowMarks.tsx'
import type { RowProps } from './row-props.ts'

/** With Shift rows are selected, and not the words on the way. */
const keepWords = (event: MouseEvent) => event.shiftKey && event.preventDefault()

/** The frame of any row: its place, its press, its box. */
export function RowFrame({ className, children, ...row }: RowProps & { className: string; children: ReactNode }) {
  const t = useText(text)
  const { lang } = useElement()
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
      style={{ translate: `0 calc(${row.top}px + var(--shift))` }}
      onMouseDown={keepWords}
      onClick={(event) => acts.press(rowKey, index, event)}
      onContextMenu={acts.menu && ((event) => acts.menu?.(rowKey, index, spotOf(event)))}
    >
      {isSelected !== null && (
        <CheckCell
          label={t.selectOne({ name: alarmName(alarm, lang) })}
          isSelected={isSelected}
          onSelect={(isRange) => acts.select(rowKey, isRange)}
        />
      )}
      {children}
    </div>
  )
}

/** Confirms this one; empty where there is nothing to confirm. */
export function ConfirmCell({ alarm, mayConfirm, isLeaving, acts, rowKey }: RowProps) {
  const t = useText(text)
  const { lang } = useElement()
  if (!mayConfirm) return null
  return (
    <div className="feed-cell feed-act" role="gridcell">
      {!isLeaving && isConfirmable(alarm) && (
        <button
          type="button"
          className="feed-confirm"
          aria-label={t.confirmOf({ name: alarmName(alarm, lang) })}
          title={t.confirmHint}
          onClick={(event) => {
            event.stopPropagation()
            acts.confirm(rowKey, event.shiftKey)
          }}
        >
          <Icon name="check" />
          <span className="feed-confirm-word">{t.confirm}</span>
        </button>
      )}
    </div>
  )
}

/** What every row beside the table says: its level and state in words, what it is, since when. */
function Row({ className, children, ...row }: RowProps & { className: string; children: ReactNode }) {
  const { alarm } = row
  return (
    <RowFrame {...row} className={className}>
      <div className="feed-cell feed-level" role="gridcell">
        <AlarmMark alarm_level={alarm.alarm_level} />
      </div>
      <div className="feed-cell feed-main" role="gridcell">
        {children}
      </div>
      <div className="feed-cell feed-how" role="gridcell">
        <RowState {...row} />
      </div>
      <div className="feed-cell feed-when" role="gridcell">
        <RowAge time={alarm.alarm_time} />
      </div>
      <ConfirmCell {...row} />
    </RowFrame>
  )
}

/** Two lines: what it is and since when, where and what exactly. */
export const FeedRowView = memo(function FeedRowView(row: RowProps) {
  const { alarm } = row
  const t = useText(text)
  const { lang } = useElement()
  const note = alarmNote(alarm, lang)
  const info = nameIn(lang, alarm.alarm_info, alarm.alarm_info_en)
  return (
    <Row {...row} className="feed-row">
      <span className="feed-line">
        <span className="feed-name">{alarmName(alarm, lang)}</span>
        <NameMarks alarm={alarm} />
      </span>
      <span className="feed-line feed-below">
        <span className="feed-device">
          <DeviceName {...alarm} />
        </span>
        {info && <span className="feed-info">{t.infoThen({ info })}</span>}
        {note && (
          <span className="feed-note" title={note}>
            <Icon name="edit" size={12} label={t.note} /> {note}
          </span>
        )}
      </span>
    </Row>
  )
})

/** Name and device, without the details: in one line where there is room for it. */
export const CompactRowView = memo(function CompactRowView(row: RowProps) {
  const { alarm } = row
  const { lang } = useElement()
  return (
    <Row {...row} className="feed-row">
      <span className="feed-line">
        <span className="feed-name">{alarmName(alarm, lang)}</span>
        <NameMarks alarm={alarm} />
        <span className="feed-device">
          <DeviceName {...alarm} />
        </span>
      </span>
    </Row>
  )
})
