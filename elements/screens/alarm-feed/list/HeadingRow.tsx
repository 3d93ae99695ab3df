// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be
import { deviceWords } from '../../../../core/text/device-words.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Icon } from '../../../kit/Icon.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { alarmName } from '../../../parts/alarm-name.ts'
import { useFeed } from '../feed-context.ts'
import type { Heading } from '../rows/feed-rows.ts'
import { text } from '../text.ts'
import { CheckCell } from './CheckCell.tsx'
import { keysOf, type Selection } from './use-selection.ts'

interface HeadingRowProps {
  heading: Heading
  /** Null where nothing can be selected. */
  selection: Selection | null
  id: string
  index: number
  top: number
  isActive: boolean
}

/** Above the alarms of a device or a rule: how many, and the worst; folds them away, and selects all of them. */
export function HeadingRow({ heading, selection, id, index, top, isActive }: HeadingRowProps) {
  const t = useText(text)
  const feed = useFeed()
  const { lang } = useElement()
  const { group, rows, worst, isCollapsed } = heading
  const [{ alarm }] = rows
  const name = feed.view['group-by'] === 'device' ? deviceWords(alarm) : alarmName(alarm, lang)
  const chosen = selection?.keys.size ? keysOf(heading).filter((key) => selection.keys.has(key)).length : 0
  const isSelected = chosen === rows.length
  return (
    <div
      id={id}
      className="feed-row feed-heading"
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selection ? isSelected : undefined}
      data-active={isActive || undefined}
      style={{ translate: `0 calc(${top}px + var(--shift))` }}
    >
      {selection && (
        <CheckCell
          label={t.selectGroup({ name })}
          isSelected={isSelected}
          isIndeterminate={chosen > 0 && !isSelected}
          onSelect={(isRange) => selection.toggle(heading, isRange)}
        />
      )}
      <div className="feed-cell" role="gridcell">
        <button
          type="button"
          className="feed-fold"
          aria-expanded={!isCollapsed}
          onClick={() => feed.rows.toggle(group)}
        >
          <Icon name={isCollapsed ? 'chevron-right' : 'chevron-down'} />
          <AlarmMark alarm_level={worst} />
          <span className="feed-heading-name">{name}</span>
          <span className="feed-heading-count">{rows.length}</span>
        </button>
      </div>
    </div>
  )
}
