import { useMemo } from 'react'
import type { AlarmRuleSet, KeptRule } from '../../../core/contract/alarm-rules.ts'
import type { Point } from '../../../core/contract/device.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Switch } from '../../kit/Checkbox.tsx'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { AlarmMark } from '../AlarmMark.tsx'
import { alarmName } from '../alarm-name.ts'
import { RowAction } from '../RowAction.tsx'
import { conditionText, delayText } from './rule-words.ts'
import { text } from './text.ts'

/** `place`: in the list that can be changed; null for a rule of the device's template. */
export type RuleRow = KeptRule & { place: number | null }

export interface RuleActs {
  onTurn: (rule: KeptRule, isOn: boolean) => void
  onCopy: (rule: KeptRule) => void
  onMove: (rule: KeptRule, by: 1 | -1) => void
  onRemove: (rule: KeptRule) => void
}

interface RuleColumnsProps {
  mayEdit: boolean
  fences: AlarmRuleSet['fences']
  /** Not while only some of them are shown. */
  mayMove: boolean
  /** The place of the last one. */
  last: number
  /** What the template is called whose rules stand beside those of the device; null where there are none. */
  template: string | null
}

/** A rule in a row: level, name, when, delays, whom it is sent to, and what can be done with it. */
export function useRuleColumns(points: readonly Point[], acts: RuleActs, props: RuleColumnsProps): Column<RuleRow>[] {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { onTurn, onCopy, onMove, onRemove } = acts
  const { mayEdit, mayMove, last, template, fences } = props

  const read = useMemo((): Column<RuleRow>[] => {
    const when = (rule: RuleRow) => conditionText(rule, points, { t, lang, format, fences })
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
        width: 150,
        grow: 1,
        isFixed: true,
      },
      {
        id: 'condition',
        title: t.condition,
        value: when,
        width: 150,
        grow: 1,
        // Its name says what it is about, and whether it is on is seen where it is open.
        narrow: {
          cell: (rule) => (rule.is_enabled ? conditionText(rule, points, { t, lang, format, fences }, '') : t.off),
          width: 96,
        },
      },
      {
        id: 'delays',
        title: t.delays,
        value: (row) => delayText(row, t, format) || null,
        width: 152,
        narrow: null,
      },
      {
        id: 'channels',
        title: t.channels,
        value: ({ channels }) => channels.map((channel) => t[channel]).join(' ') || null,
        width: 72,
        narrow: null,
      },
      ...(template === null
        ? []
        : [
            {
              id: 'from',
              title: t.from,
              value: ({ place }: RuleRow) => (place === null ? t.fromTemplate({ name: template }) : t.fromDevice),
              width: 140,
              grow: 2,
              narrow: null,
            },
          ]),
    ]
  }, [t, lang, format, points, template, fences])

  const turn: Column<RuleRow> = {
    id: 'is_enabled',
    title: t.enabled,
    value: ({ is_enabled }) => is_enabled,
    cell: (row) => (
      <RowAction>
        <Switch
          label={t.enable({ name: alarmName(row, lang) })}
          isSelected={row.is_enabled}
          isDisabled={!mayEdit || row.place === null}
          onChange={(is) => onTurn(row, is)}
        />
      </RowAction>
    ),
    width: 72,
    grow: 0,
    narrow: null,
  }
  const entriesOf = ({ place, ...rule }: RuleRow): MenuEntry[] => [
    { id: 'copy', label: t.duplicate, icon: 'plus', onAction: () => onCopy(rule) },
    { id: 'up', label: t.up, icon: 'arrow-up', isDisabled: !mayMove || place === 0, onAction: () => onMove(rule, -1) },
    {
      id: 'down',
      label: t.down,
      icon: 'arrow-down',
      isDisabled: !mayMove || place === last,
      onAction: () => onMove(rule, 1),
    },
    { id: 'remove', label: t.remove, icon: 'trash', isDanger: true, onAction: () => onRemove(rule) },
  ]
  const act: Column<RuleRow> = {
    id: 'actions',
    title: t.actions,
    cell: (row) =>
      row.place !== null && (
        <RowAction>
          <MoreMenu label={t.menuOf({ name: alarmName(row, lang) })} entries={entriesOf(row)} />
        </RowAction>
      ),
    width: 60,
    grow: 0,
    isFixed: true,
  }
  return mayEdit && last >= 0 ? [...read, turn, act] : [...read, turn]
}
