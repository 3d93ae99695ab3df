import { ALARM_LEVELS } from '../../../core/catalogue/limits.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { text } from './text.ts'

interface LevelSelectProps {
  label: string
  isLabelHidden?: boolean
  /** From this level on; null for none at all. */
  value: number | null
  onChange: (level: number | null) => void
  /** What null is called; without it a level has to be chosen. */
  nothing?: string
  isDisabled?: boolean
}

/** From which level of alarms on. */
export function LevelSelect({ value, onChange, nothing, ...field }: LevelSelectProps) {
  const t = useText(text)
  const names = useText(words)
  const levels = ALARM_LEVELS.map((level) => {
    const word = names[`alarm_${level}`]
    return { id: String(level), label: level === 5 ? t.onlyFive({ word }) : t.fromLevel({ level, word }) }
  })
  return (
    <Select
      {...field}
      options={nothing === undefined ? levels : [{ id: 'none', label: nothing }, ...levels]}
      value={value === null ? 'none' : String(value)}
      onChange={(id) => onChange(id === 'none' ? null : Number(id))}
    />
  )
}
