import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { text } from './text.ts'
import type { Sound } from './use-sound.ts'

/** A line while sound is on and the browser does not let it out. */
export function Asleep({ sound }: { sound: Sound }) {
  const t = useText(text)
  if (!sound.isAsleep) return null
  return (
    <div className="feed-asleep" role="status">
      <Icon name="volume-off" />
      <span className="feed-asleep-text">{t.asleep}</span>
      <Button icon="volume" onPress={sound.wake}>
        {t.wake}
      </Button>
    </div>
  )
}
