import { AlarmMark as Mark } from '../kit/StateMark.tsx'
import { levelOf } from './alarm-level.ts'

interface AlarmMarkProps {
  /** 1 (notice) to 5 (critical). */
  alarm_level: number
  isWordHidden?: boolean
}

/** An alarm's level as the contract has it, by shape, word and colour. */
export function AlarmMark({ alarm_level, isWordHidden = false }: AlarmMarkProps) {
  return <Mark level={levelOf(alarm_level)} isWordHidden={isWordHidden} />
}
