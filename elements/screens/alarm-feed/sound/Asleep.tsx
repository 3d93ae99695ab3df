import { useSheet, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import sheet from '../../../parts/state-line.css?sheet'
import { text } from './text.ts'
import type { Sound } from './use-sound.ts'

/** A line while sound is on and the browser does not let it out. */
export function Asleep({ sound }: { sound: Sound }) {
  useSheet(sheet)
  const t = useText(text)
  if (!sound.isAsleep) return null
  return (
    <div className="state-line" role="status">
      <Icon name="volume-off" />
      <span className="state-line-text">{t.asleep}</span>
      <Button icon="volume" onPress={sound.wake}>
        {t.wake}
      </Button>
    </div>
  )
}
