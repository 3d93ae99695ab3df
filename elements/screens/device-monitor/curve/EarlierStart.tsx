import { fromAbsolute } from '@internationalized/date'
import { useState } from 'react'
import { words } from '../../../../core/text/words.ts'
import { useFormat, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { MinuteField } from '../../../kit/MinuteField.tsx'
import { Popover } from '../../../kit/Popover.tsx'
import { text } from './text.ts'

interface EarlierStartProps {
  /** Epoch ms. */
  start: number
  /** Of the range that it is compared with. */
  lengthMs: number
  onChoose: (start: number) => void
}

/** From when on the earlier stretch is, in the tenant's time zone. */
export function EarlierStart({ start, lengthMs, onChoose }: EarlierStartProps) {
  const t = useText(text)
  const format = useFormat()
  return (
    <Popover
      label={t.earlierStart}
      trigger={<Button icon="calendar">{t.fromStart({ time: format.dateTime(start).slice(0, -3) })}</Button>}
    >
      {(close) => (
        <StartForm
          start={start}
          lengthMs={lengthMs}
          onChoose={(next) => {
            onChoose(next)
            close()
          }}
        />
      )}
    </Popover>
  )
}

function StartForm({ start, lengthMs, onChoose }: EarlierStartProps) {
  const t = useText(text)
  const { apply } = useText(words)
  const { timeZone, dateTime } = useFormat()
  const [value, setValue] = useState(() => fromAbsolute(start, timeZone).set({ second: 0, millisecond: 0 }))
  const chosen = value.toDate().getTime()
  return (
    <div className="curve-earlier">
      <MinuteField label={t.earlierStart} value={value} onChange={setValue} />
      <p className="hint">{t.earlierEnd({ time: dateTime(chosen + lengthMs).slice(0, -3) })}</p>
      <p className="hint">{timeZone}</p>
      <Button look="primary" isDisabled={chosen < 0} onPress={() => onChoose(chosen)}>
        {apply}
      </Button>
    </div>
  )
}
