import { type AlarmLevel, AlarmMark as Mark } from '../kit/StateMark.tsx'

interface AlarmMarkProps {
  /** 1 (notice) to 5 (critical); what a newer server may add is shown as the nearest. */
  alarm_level: number
  isWordHidden?: boolean
}

/** An alarm's level as the contract has it, by shape, word and colour. */
export function AlarmMark({ alarm_level, isWordHidden = false }: AlarmMarkProps) {
  const level = Math.min(5, Math.max(1, Math.round(alarm_level))) as AlarmLevel
  return <Mark level={level} isWordHidden={isWordHidden} />
}
