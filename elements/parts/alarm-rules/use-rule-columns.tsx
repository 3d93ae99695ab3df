import { useMemo } from 'react'
import type { KeptRule } from '../../../core/contract/alarm-rules.ts'
import type { Point } from '../../../core/contract/device.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { Menu, type MenuEntry } from '../../kit/Menu.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { AlarmMark } from '../AlarmMark.tsx'
import { alarmName } from '../alarm-name.ts'
import { RowAction } from '../RowAction.tsx'
import { conditionText, delayText } from './rule-words.ts'
import { text } from './text.ts'

export type RuleRow = KeptRule & { place: number }

interface RuleColumnsGiven {
  mayEdit: boolean
  /** Not while only some of them are shown. */
  mayMove: boolean
  /** The place of the last one. */
  last: number
  onTurn: (place: number, isOn: boolean) => void
  onCopy: (place: number) => void
  onMove: (place: number, by: 1 | -1) => void
  onRemove: (place: number) => void
}

/** A rule in a row: level, name, when, delays, whom it is sent to, and what can be done with it. */
export function useRuleColumns(points: readonly Point[], given: RuleColumnsGiven): Column<RuleRow>[] {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { mayEdit, mayMove, last, onTurn, onCopy, onMove, onRemove } = given

  const read = useMemo((): Column<RuleRow>[] => {
    const when = (rule: RuleRow) => conditionText(rule, points, { t, lang, format })
    return [
      {
        id: 'alarm_level',
        title: t.level,
        value: ({ alarm_level }) => alarm_level,
        cell: ({ alarm_level }) => <AlarmMark alarm_level={alarm_level} />,
        width: 96,
        grow: 0,
        narrow: { cell: ({ alarm_level }) => <AlarmMark alarm_level={alarm_level} isWordHidden />, width: 40 },
      },
      {
        id: 'alarm_name',
        title: t.alarm_name,
        value: (row) => alarmName(row, lang),
        cell: (row) => <strong>{alarmName(row, lang)}</strong>,
        width: 130,
        isFixed: true,
        narrow: { width: 96 },
      },
      { id: 'condition', title: t.condition, value: when, width: 150, grow: 2, narrow: { width: 96 } },
      {
        id: 'delays',
        title: t.delays,
        value: (row) => delayText(row, t, format) || null,
        width: 128,
        narrow: null,
      },
      {
        id: 'channels',
        title: t.channels,
        value: ({ channels }) => channels.map((channel) => t[channel]).join(' ') || null,
        width: 72,
        narrow: null,
      },
    ]
  }, [t, lang, format, points])

  const turn: Column<RuleRow> = {
    id: 'is_enabled',
    title: t.enabled,
    value: ({ is_enabled }) => is_enabled,
    cell: (row) => (
      <RowAction>
        <Switch
          label={t.enable({ name: alarmName(row, lang) })}
          isSelected={row.is_enabled}
          isDisabled={!mayEdit}
          onChange={(is) => onTurn(row.place, is)}
        />
      </RowAction>
    ),
    width: 72,
    grow: 0,
    narrow: { width: 56 },
  }
  const entriesOf = ({ place }: RuleRow): MenuEntry[] => [
    { id: 'copy', label: t.duplicate, icon: 'plus', onAction: () => onCopy(place) },
    { id: 'up', label: t.up, icon: 'arrow-up', isDisabled: !mayMove || place === 0, onAction: () => onMove(place, -1) },
    {
      id: 'down',
      label: t.down,
      icon: 'arrow-down',
      isDisabled: !mayMove || place === last,
      onAction: () => onMove(place, 1),
    },
    { id: 'remove', label: t.remove, icon: 'trash', isDanger: true, onAction: () => onRemove(place) },
  ]
  const act: Column<RuleRow> = {
    id: 'actions',
    title: t.actions,
    cell: (row) => (
      <RowAction>
        <Menu label={t.menuOf({ name: alarmName(row, lang) })} entries={entriesOf(row)}>
          <IconButton icon="more" label={t.menuOf({ name: alarmName(row, lang) })} />
        </Menu>
      </RowAction>
    ),
    width: 60,
    grow: 0,
    isFixed: true,
  }
  return mayEdit ? [...read, turn, act] : [...read, turn]
}
