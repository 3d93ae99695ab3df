import type { Alarm } from '../../core/contract/alarm.ts'
import type { Lang } from '../../core/text/define-text.ts'
import { nameIn } from '../../core/text/name-in.ts'

export const alarmName = (
  { alarm_name, alarm_name_en }: Pick<Alarm, 'alarm_name' | 'alarm_name_en'>,
  lang: Lang,
): string => nameIn(lang, alarm_name, alarm_name_en)
