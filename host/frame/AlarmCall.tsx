import { useKeptChoice } from '../../elements/kit/use-kept-choice.ts'
import { Screen } from '../Screen.tsx'

const CHOICES = ['on', 'off'] as const
const BANNER = { mode: 'banner' }

/**
 * Sound and notifications that the user turned on in the feed go on where it is not the page: by a banner that nobody
 * sees, and that hears of all alarms.
 */
export function AlarmCall() {
  const [sound] = useKeptChoice('alarm-sound', CHOICES, 'off')
  const [notices] = useKeptChoice('alarm-notices', CHOICES, 'off')
  if (sound === 'off' && notices === 'off') return null
  return (
    <div hidden>
      <Screen tag="sg-alarm-feed" attributes={BANNER} />
    </div>
  )
}
