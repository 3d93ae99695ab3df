import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { useElement, useFormat, useNow, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { Menu, type MenuEntry } from '../../../kit/Menu.tsx'
import { text } from './text.ts'
import { useChoices } from './use-choices.ts'
import type { Sound } from './use-sound.ts'

const MUTES = [5, 15, 30] as const

/** Sound on and off, what sounds now silenced, muted for a while, and the browser's notifications. */
export function SoundMenu({ sound }: { sound: Sound }) {
  const t = useText(text)
  const { lang } = useElement()
  const { notices, isOn, isAsleep, mutedUntil, calling, turn, mute } = sound
  const choicesOf = useChoices(isOn)
  const isHeard = isOn && mutedUntil === null && !isAsleep
  const mutes: readonly MenuEntry[] = [
    ...(mutedUntil === null ? [] : [{ id: 'unmute', label: t.unmute, onAction: () => mute(0) }]),
    ...MUTES.map((minutes) => ({ id: `mute-${minutes}`, label: t[`mute_${minutes}`], onAction: () => mute(minutes) })),
  ]
  const notice: MenuEntry = {
    id: 'notices',
    label: notices.isBlocked ? t.blocked : t.notices,
    isDisabled: notices.isBlocked,
    isChecked: notices.isOn,
    onAction: () => notices.turn(!notices.isOn),
  }
  return (
    <>
      {isOn && mutedUntil !== null && <Muted until={mutedUntil} />}
      {isAsleep && mutedUntil === null && (
        <span className="feed-asleep" title={t.asleep}>
          <Icon name="warning" /> {t.pressForSound}
        </span>
      )}
      {calling === 'calls' && !isAsleep && <Button onPress={sound.silence}>{t.silence}</Button>}
      {calling === 'silenced' && (
        <span className="feed-muted" title={t.silencedUntil}>
          {t.silenced}
        </span>
      )}
      <Menu
        label={t.settings}
        entries={[
          { id: 'sound', label: t.sound, isChecked: isOn, onAction: () => turn(!isOn) },
          ...(isOn ? (['line', ...mutes] as const) : []),
          ...(isOn && choicesOf ? choicesOf(sound, lang) : []),
          ...(notices.isThere ? (['line', notice] as const) : []),
        ]}
      >
        <IconButton icon={isHeard ? 'volume' : 'volume-off'} label={t.settings} />
      </Menu>
    </>
  )
}

function Muted({ until }: { until: number }) {
  const t = useText(text)
  const format = useFormat()
  const now = useNow()
  const leftMs = Math.max(0, until - now)
  const span = format.duration(leftMs > 60_000 ? Math.ceil(leftMs / MINUTE_MS) * MINUTE_MS : leftMs)
  return <span className="feed-muted">{t.muted({ span })}</span>
}
