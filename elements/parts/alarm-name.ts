import type { Alarm } from '../../core/contract/alarm.ts'
import type { Lang } from '../../core/text/define-text.ts'
import { nameIn } from '../../core/text/name-in.ts'

export const alarmName = (
  { alarm_name, alarm_name_en }: Pick<Alarm, 'alarm_name' | 'alarm_name_en'>,
  lang: Lang,
): string => nameIn(lang, alarm_name, alarm_name_en)

/** What was noted of it last, by a person or by the product; '' where nothing was. */
export const alarmNote = ({ alarm_note, alarm_note_en }: Noted, lang: Lang): string =>
  nameIn(lang, alarm_note ?? '', alarm_note_en)

/** What a person noted, which can be written anew; null where nobody did. */
export const writtenNote = ({ alarm_note, alarm_note_en }: Noted): string | null => (alarm_note_en ? null : alarm_note)

/** Who confirmed it; where nobody had to, what the product noted of that. Null while it is to be confirmed. */
export const confirmedBy = (
  alarm: Pick<Alarm, 'confirm_time' | 'confirm_userName'> & Noted,
  lang: Lang,
): string | null =>
  alarm.confirm_time === null ? null : (alarm.confirm_userName ?? (alarm.alarm_note_en ? alarmNote(alarm, lang) : '–'))

type Noted = Pick<Alarm, 'alarm_note' | 'alarm_note_en'>
