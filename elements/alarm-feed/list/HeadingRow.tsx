// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be
import { useElement } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { useFeed } from '../feed-context.ts'
import type { Heading } from '../rows/feed-rows.ts'

interface HeadingRowProps {
  heading: Heading
  id: string
  index: number
  top: number
  isActive: boolean
}

/** Above the alarms of a device or a rule: how many, and the worst; folds them away. */
export function HeadingRow({ heading, id, index, top, isActive }: HeadingRowProps) {
  const { rows, view } = useFeed()
  const { lang } = useElement()
  const { alarm, group, count, worst, isCollapsed } = heading
  return (
    <div
      id={id}
      className="feed-row feed-heading"
      role="row"
      aria-rowindex={index + 1}
      data-active={isActive || undefined}
      style={{ translate: `0 ${top}px` }}
    >
      <div className="feed-cell" role="gridcell">
        <button type="button" className="feed-fold" aria-expanded={!isCollapsed} onClick={() => rows.toggle(group)}>
          <Icon name={isCollapsed ? 'chevron-right' : 'chevron-down'} />
          <AlarmMark alarm_level={worst} isWordHidden />
          <span className="feed-heading-name">
            {view.groupBy === 'device' ? alarm.dev_alias : alarmName(alarm, lang)}
          </span>
          <span className="feed-heading-count">{count}</span>
        </button>
      </div>
    </div>
  )
}
