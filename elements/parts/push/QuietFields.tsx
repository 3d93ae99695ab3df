import { useText } from '../../define/index.ts'
import { Checkbox, Switch } from '../../kit/Checkbox.tsx'
import { Select } from '../../kit/Select.tsx'
import { LevelSelect } from './LevelSelect.tsx'
import { clockText, DAYS, type Draft, timesWith } from './push-draft.ts'
import { text } from './text.ts'

interface QuietFieldsProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  timezone: string
  /** What is wrong with the days. */
  error: string | undefined
}

/** When a person is left in peace. */
export function QuietFields({ draft, onChange, timezone, error }: QuietFieldsProps) {
  const t = useText(text)
  const { isQuiet, from, to, days, except_level } = draft
  const times = (chosen: number) => timesWith(chosen).map((at) => ({ id: String(at), label: clockText(at) }))
  return (
    <>
      <Switch isSelected={isQuiet} onChange={(selected) => onChange({ isQuiet: selected })}>
        {t.quietOn}
      </Switch>
      <p className="push-quiet">{t.quietWhy({ zone: timezone })}</p>
      {isQuiet && (
        <>
          <div className="push-hours">
            <Select
              label={t.from}
              options={times(from)}
              value={String(from)}
              onChange={(id) => onChange({ from: Number(id) })}
              isSearchable
            />
            <Select
              label={t.to}
              help={to === from ? t.wholeDay : to < from ? t.nextDay : undefined}
              options={times(to)}
              value={String(to)}
              onChange={(id) => onChange({ to: Number(id) })}
              isSearchable
            />
          </div>
          <fieldset className="push-days">
            <legend>{t.days}</legend>
            {DAYS.map((day) => (
              <Checkbox
                key={day}
                isSelected={days.includes(day)}
                onChange={(selected) =>
                  onChange({ days: DAYS.filter((one) => (one === day ? selected : days.includes(one))) })
                }
              >
                {t[`day_${day}`]}
              </Checkbox>
            ))}
            {error && (
              <p className="push-wrong" role="alert">
                {error}
              </p>
            )}
          </fieldset>
          <LevelSelect
            label={t.except}
            value={except_level}
            onChange={(level) => onChange({ except_level: level })}
            nothing={t.exceptNone}
          />
        </>
      )}
    </>
  )
}
