import type { Alarm } from '../../../core/contract/alarm.ts'
import type { Lang } from '../../../core/text/define-text.ts'

export const alarmName = (
  { alarm_name, alarm_name_en }: Pick<Alarm, 'alarm_name' | 'alarm_name_en'>,
  lang: Lang,
): string => (lang === 'en' && alarm_name_en ? alarm_name_en : alarm_name)
