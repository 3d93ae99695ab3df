import type { OpenNow } from '../../../core/contract/shift-log.ts'
import { deviceWords } from '../../../core/text/device-words.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { text } from './text.ts'

/** What a handover lists: alarms by level, shelved ones, devices that are offline. */
export function OpenList({ open }: { open: OpenNow }) {
  const t = useText(text)
  const { none } = useText(words)
  const format = useFormat()
  const named = (names: readonly string[], count: number) =>
    count === 0 ? (
      none
    ) : (
      <ul>
        <li>
          <strong>{count}</strong>
        </li>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    )
  const shelved = open.shelved.map(({ alarm_name, alarm_name_en, end_time, ...of }) => {
    const device = deviceWords(of)
    const name = nameIn(format.lang, alarm_name, alarm_name_en)
    return end_time === null
      ? `${name} · ${device}`
      : t.until({ name, device, time: format.dateTime(end_time).slice(0, -3) })
  })
  const levels =
    open.levels.length === 0 ? (
      none
    ) : (
      <ul>
        {open.levels.map(({ alarm_level, unconfirmed, open: count }) => (
          <li key={alarm_level}>
            <AlarmMark alarm_level={alarm_level} /> <strong>{count}</strong>
            {unconfirmed > 0 && t.unconfirmed({ count: unconfirmed })}
          </li>
        ))}
      </ul>
    )
  return (
    <Facts
      facts={[
        [t.levels, levels],
        [t.shelved, named(shelved, open.shelved_count)],
        [t.offline, named(open.offline.map(deviceWords), open.offline_count)],
      ]}
    />
  )
}
