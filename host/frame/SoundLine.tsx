import { useStore } from '@nanostores/react'
import { hasRight } from '../../core/catalogue/held-rights.ts'
import { useText } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/Button.tsx'
import { Icon } from '../../elements/kit/Icon.tsx'
import { useKeptChoice } from '../../elements/kit/use-kept-choice.ts'
import { text } from '../text.ts'
import { useConsole } from '../use-console.ts'

/** The choice of the alarm feed's own button: what is chosen at one place is so at the other. */
const useSoundChoice = () => useKeptChoice('alarm-sound', ['on', 'off', 'unset'], 'unset')

/** Says, until they have chosen, to those who are to answer alarms that nobody hears them: browsers are silent until something is pressed. */
export function SoundLine() {
  const t = useText(text)
  const { rights } = useConsole()
  const held = useStore(rights.$rights)
  const [choice, choose] = useSoundChoice()
  const isToAnswer = held && !held.is_experience && hasRight(held.roles, 'P73100')
  if (choice !== 'unset' || !isToAnswer || typeof AudioContext === 'undefined') return null
  return (
    <section className="note-line" aria-label={t.soundOff}>
      <span className="note-line-words">
        <Icon name="volume-off" />
        <span className="sound-long">{t.soundIsOff}</span>
        <span className="sound-short">{t.soundOff}</span>
      </span>
      <span className="note-line-acts">
        <Button icon="volume" onPress={() => choose('on')}>
          {t.turnSoundOn}
        </Button>
        <Button look="plain" onPress={() => choose('off')}>
          {t.leaveSoundOff}
        </Button>
      </span>
    </section>
  )
}

/** In words where there is room: nobody sits close enough to a wall to read the icon. */
export function SoundWord() {
  const t = useText(text)
  const [choice] = useSoundChoice()
  return choice !== 'on' && <span className="sound-word">{t.soundOff}</span>
}
