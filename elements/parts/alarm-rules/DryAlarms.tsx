import { useMemo } from 'react'
import type { DryAlarm, DryRun, SentRule } from '../../../core/contract/alarm-rules.ts'
import { deviceWords } from '../../../core/text/device-words.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Badge } from '../../kit/StateMark.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { Table } from '../../kit/table/Table.tsx'
import { AlarmMark } from '../AlarmMark.tsx'
import { alarmName } from '../alarm-name.ts'
import { text } from './text.ts'

interface DryAlarmsProps {
  result: DryRun
  rules: readonly SentRule[]
}

/** The alarms of a trial by rule and by device, and the newest of them. */
export function DryAlarms({ result, rules }: DryAlarmsProps) {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const nameOf = useMemo(() => {
    return (rule: number) => {
      const found = rules[rule]
      return found ? alarmName(found, lang) : ''
    }
  }, [rules, lang])
  const columns = useMemo((): Column<DryAlarm>[] => {
    return [
      {
        id: 'alarm_time',
        title: t.time,
        value: ({ alarm_time }) => alarm_time,
        cell: ({ alarm_time }) => format.dateTime(alarm_time),
        width: 172,
        grow: 0,
        isFixed: true,
      },
      {
        id: 'device',
        title: t.ofDevice,
        value: deviceWords,
        width: 110,
        narrow: { width: 90 },
      },
      ...(rules.length > 1
        ? [{ id: 'rule', title: t.alarm_name, value: ({ rule }: DryAlarm) => nameOf(rule), width: 130 }]
        : []),
      {
        id: 'lasted',
        title: t.lasted,
        value: ({ alarm_time, recover_time }) => (recover_time === null ? null : recover_time - alarm_time),
        cell: ({ alarm_time, recover_time, is_suppressed }) => (
          <>
            {recover_time === null ? t.stillStands : format.duration(recover_time - alarm_time)}
            {is_suppressed && <Badge>{t.suppressed}</Badge>}
          </>
        ),
        width: 100,
      },
    ]
  }, [t, format, nameOf, rules.length])
  const { alarms, devices } = result
  const counted = result.rules.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total)
  if (alarms.length === 0) return <p className="rule-quiet">{t.none}</p>
  return (
    <>
      <div className="dry-run-by">
        {rules.length > 1 && (
          <Counts
            title={t.byRule}
            rows={counted.map(({ rule, total }) => ({
              id: String(rule),
              name: nameOf(rule),
              level: rules[rule]?.alarm_level,
              total,
            }))}
          />
        )}
        {devices.length > 0 && (
          <Counts
            title={t.byDevice}
            rows={devices.map(({ total, ...device }) => ({ id: device.sn_code, name: deviceWords(device), total }))}
          />
        )}
      </div>
      <p className="field-label">{t.listFirst({ count: alarms.length })}</p>
      <div className="dry-run-list">
        <Table
          label={t.list}
          columns={columns}
          rows={alarms}
          rowId={({ rule, sn_code, alarm_time }) => `${rule} ${sn_code} ${alarm_time}`}
        />
      </div>
    </>
  )
}

interface CountsProps {
  title: string
  rows: readonly { id: string; name: string; level?: number | undefined; total: number }[]
}

const SHOWN = 20

function Counts({ title, rows }: CountsProps) {
  const t = useText(text)
  const format = useFormat()
  return (
    <table className="dry-run-counts">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{t.count}</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, SHOWN).map(({ id, name, level, total }) => (
          <tr key={id}>
            <td>
              {level !== undefined && <AlarmMark alarm_level={level} isWordHidden />} {name}
            </td>
            <td>{format.number(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
