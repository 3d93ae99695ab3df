import { useMemo } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import type { Column } from '../../kit/table/columns.ts'
import { Age } from '../../parts/Age.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { ConfirmAlarm } from '../../parts/ConfirmAlarm.tsx'
import { useRights } from '../../parts/use-rights.ts'
import { text } from './text.ts'

export function useAlarmColumns(onChanged: () => void): Column<Alarm>[] {
  const may = useRights()
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  const mayConfirm = may('P73000')
  return useMemo(
    () => [
      {
        id: 'level',
        title: t.level,
        cell: ({ alarm_level }) => <AlarmMark alarm_level={alarm_level} />,
        width: 96,
        grow: 0,
        isFixed: true,
      },
      { id: 'name', title: t.alarm, cell: (alarm) => alarmName(alarm, lang), width: 144, isFixed: true },
      { id: 'produced', title: t.produced, cell: ({ alarm_time }) => <Age time={alarm_time} />, width: 96, grow: 0 },
      {
        id: 'recovered',
        title: t.recovered,
        cell: ({ recover_time }) =>
          recover_time === null ? <strong>{t.notRecovered}</strong> : <Age time={recover_time} />,
        width: 96,
        grow: 0,
      },
      {
        id: 'confirmed',
        title: t.confirmed,
        cell: (alarm) => {
          if (alarm.confirm_time === null)
            return mayConfirm ? <ConfirmAlarm alarm_id={alarm.alarm_id} onConfirmed={onChanged} /> : '–'
          return alarm.confirm_userName ?? <Age time={alarm.confirm_time} />
        },
        width: 112,
        grow: 0,
      },
      {
        id: 'lasted',
        title: t.lasted,
        cell: ({ alarm_time, recover_time }) =>
          recover_time === null ? '–' : format.duration(recover_time - alarm_time),
        isNumeric: true,
        width: 112,
        grow: 0,
      },
      { id: 'details', title: t.details, cell: ({ alarm_info }) => alarm_info || '–', width: 160 },
    ],
    [t, lang, format, mayConfirm, onChanged],
  )
}
