import { useStore } from '@nanostores/react'
import { hasRight } from '../../core/catalogue/held-rights.ts'
import { useText } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/Button.tsx'
import { Popover } from '../../elements/kit/Popover.tsx'
import { useKeptChoice } from '../../elements/kit/use-kept-choice.ts'
import { text } from '../text.ts'
import { useConsole } from '../use-console.ts'
import { $isWall } from './wall.ts'

/**
 * Says that nobody hears alarms, beside the button of the sound: until they have chosen, to those who are to answer alarms,
 * as browsers are silent until something is pressed; and on a wall, where nobody sits close enough to read the icon.
 */
export function SoundState() {
  const t = useText(text)
  const { rights } = useConsole()
  const held = useStore(rights.$rights)
  const isWall = useStore($isWall)
  // The choice of the alarm feed's own button: what is chosen at one place is so at the other.
  const [choice, choose] = useKeptChoice('alarm-sound', ['on', 'off', 'unset'], 'unset')
  const isToAnswer = held && !held.is_experience && hasRight(held.roles, 'P73100')
  if (choice !== 'unset' || !isToAnswer || typeof AudioContext === 'undefined')
    return isWall && choice !== 'on' && <span className="sound-word">{t.soundOff}</span>
  return (
    <Popover label={t.soundOff} placement="bottom end" trigger={<Button>{t.soundOff}</Button>}>
      <div className="sound-choice">
        <p>{t.soundIsOff}</p>
        <span className="sound-choice-acts">
          <Button look="primary" icon="volume" onPress={() => choose('on')}>
            {t.turnSoundOn}
          </Button>
          <Button onPress={() => choose('off')}>{t.leaveSoundOff}</Button>
        </span>
      </div>
    </Popover>
  )
}
