import type { ServerAnswers } from '../http/http.ts'
import { type AlarmAnswerParts, alarmAnswers } from './alarm.ts'
import { type AlarmMeasureParts, alarmMeasureAnswers } from './measures.ts'
import { type AlarmRecordParts, alarmRecordAnswers } from './record.ts'

export const alarmsAnswers = (
  parts: AlarmAnswerParts & AlarmMeasureParts & AlarmRecordParts,
): Pick<ServerAnswers, 'alarm' | 'alarmMeasure' | 'alarmRecord'> => ({
  alarm: alarmAnswers(parts),
  alarmMeasure: alarmMeasureAnswers(parts),
  alarmRecord: alarmRecordAnswers(parts),
})
