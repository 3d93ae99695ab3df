import { type Lang, translate } from '../../../../core/text/define-text.ts'
import { words } from '../../../../core/text/words.ts'
import type { MenuEntry } from '../../../kit/Menu.tsx'
import { levelWord } from '../../../parts/alarm-level.ts'
import { text } from './choices-text.ts'
import type { Sound } from './use-sound.ts'

/** Played when a volume is chosen: one of the middle. */
const SAMPLE = 3
const LEVELS = [5, 4, 3, 2, 1] as const
const VOLUMES = ['quiet', 'normal', 'loud'] as const

/** How loud, and each level to be heard once: fetched with what plays. They leave the menu open, to be compared. */
export function choicesOf({ speaker, volume, setVolume }: Sound, lang: Lang): (MenuEntry | 'line')[] {
  const t = translate(text, lang)
  const level = translate(words, lang)
  return [
    'line',
    ...VOLUMES.map((one) => ({
      id: one,
      label: t[one],
      isChecked: one === volume,
      isKeptOpen: true,
      onAction() {
        setVolume(one)
        speaker?.try(SAMPLE, one)
      },
    })),
    'line',
    ...LEVELS.map((one) => ({
      id: `test-${one}`,
      label: t.test({ level: level[levelWord(one)] }),
      isKeptOpen: true,
      onAction: () => speaker?.try(one, volume),
    })),
  ]
}
