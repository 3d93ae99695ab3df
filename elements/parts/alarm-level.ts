import { LIMITS } from '../../core/catalogue/limits.ts'
import type { AlarmLevel } from '../kit/AlarmShape.tsx'

/** 1 (notice) to 5 (critical); what a newer server may add is shown as the nearest. */
export const levelOf = (alarm_level: number): AlarmLevel =>
  Math.min(LIMITS.alarmLevelMax, Math.max(LIMITS.alarmLevelMin, Math.round(alarm_level))) as AlarmLevel

/** The row of `words` that says it. */
export const levelWord = (alarm_level: number) => `alarm_${levelOf(alarm_level)}` as const
