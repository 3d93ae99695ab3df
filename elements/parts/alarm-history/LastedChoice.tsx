import { useState } from 'react'
import { MINUTE_S } from '../../../core/catalogue/durations.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { text } from './text.ts'
import { type Lasted, lastedOf, lastedText } from './view.ts'

/** A year: for longer ones the field stays empty. */
const MOST_MINUTES = 525_600

interface LastedChoiceProps {
  lasted: string
  onApply: (lasted: string) => void
}

/** How long alarms stood, in minutes; either side may stay open. */
export function LastedChoice({ lasted, onApply }: LastedChoiceProps) {
  const t = useText(text)
  const { apply } = useText(words)
  const [chosen, setChosen] = useState(() => lastedOf(lasted))
  const isWrong = chosen.least !== null && chosen.most !== null && chosen.most < chosen.least
  const field = (side: keyof Lasted) => ({
    min: 0,
    max: MOST_MINUTES,
    decimals: 1,
    unit: t.minutes,
    value: chosen[side] === null ? null : (chosen[side] ?? 0) / MINUTE_S,
    onChange: (minutes: number | null) =>
      setChosen({ ...chosen, [side]: minutes === null ? null : Math.round(minutes * MINUTE_S) }),
  })
  return (
    <form
      className="alarm-history-lasted"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) onApply(lastedText(chosen))
      }}
    >
      <NumberField label={t.atLeast} {...field('least')} />
      <NumberField label={t.atMost} {...field('most')} {...(isWrong && { error: t.wrongOrder })} />
      <Button type="submit" look="primary">
        {apply}
      </Button>
    </form>
  )
}
