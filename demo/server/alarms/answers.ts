import type { ServerAnswers } from '../http/http.ts'
import { type AlarmAnswerParts, alarmAnswers } from './alarm.ts'
import { type AlarmMeasureParts, alarmMeasureAnswers } from './measures.ts'
import { type AlarmRecordParts, alarmRecordAnswers } from './record.ts'
import { shiftLogAnswers } from './shift-log/answers.ts'
import type { ShiftLogParts } from './shift-log/changes.ts'

export const alarmsAnswers = (
  parts: AlarmAnswerParts & AlarmMeasureParts & AlarmRecordParts & ShiftLogParts,
): Pick<ServerAnswers, 'alarm' | 'alarmMeasure' | 'alarmRecord' | 'shiftLog'> => ({
  alarm: alarmAnswers(parts),
  alarmMeasure: alarmMeasureAnswers(parts),
  alarmRecord: alarmRecordAnswers(parts),
  shiftLog: shiftLogAnswers(parts),
})
