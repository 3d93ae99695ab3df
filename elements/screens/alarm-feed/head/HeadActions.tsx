import type { ReactNode } from 'react'
import { lazyPart, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import type { IconName } from '../../../kit/icons.ts'
import { useFeed } from '../feed-context.ts'
import { SoundMenu } from '../sound/SoundMenu.tsx'
import type { Sound } from '../sound/use-sound.ts'
import { text } from '../text.ts'

const HeldCount = lazyPart(() => import('../held/HeldCount.tsx').then((chunk) => chunk.HeldCount), null)

interface Choice<Id extends string> {
  id: Id
  label: string
  icon?: IconName
  /** Beside its name. */
  count?: ReactNode
}

/** One of a few, side by side. */
function Choices<Id extends string>(props: {
  label: string
  choices: readonly Choice<Id>[]
  chosen: Id
  onChoose: (id: Id) => void
}) {
  const { label, choices, chosen, onChoose } = props
  return (
    <fieldset className="feed-choice-row" aria-label={label}>
      {choices.map(({ id, label: name, icon, count }) => (
        <button
          key={id}
          type="button"
          className="feed-choice-one"
          aria-pressed={id === chosen}
          aria-label={icon ? name : undefined}
          title={icon ? name : undefined}
          onClick={() => onChoose(id)}
        >
          {icon ? <Icon name={icon} /> : name}
          {count}
        </button>
      ))}
    </fieldset>
  )
}

interface HeadActionsProps {
  sound: Sound
  isNarrow: boolean
  onKeys: () => void
}

/** Which alarms, as what, how loud, and the list of keys. */
export function HeadActions({ sound, isNarrow, onKeys }: HeadActionsProps) {
  const t = useText(text)
  const { view, change, connection, props } = useFeed()
  return (
    <>
      {connection && (
        <Choices
          label={t.views}
          choices={[
            { id: '', label: t.open },
            { id: 'held', label: t.held, count: <HeldCount connection={connection} /> },
          ]}
          chosen={view.tab}
          onChoose={(tab) => change({ tab })}
        />
      )}
      {!isNarrow && view.tab === '' && (
        <Choices
          label={t.views}
          choices={[
            { id: '', label: t.asFeed, icon: 'list' },
            { id: 'table', label: t.asTable, icon: 'table' },
          ]}
          chosen={view.mode === 'table' ? 'table' : ''}
          onChoose={(mode) => change({ mode })}
        />
      )}
      {props.calls !== 'none' && <SoundMenu sound={sound} />}
      {!isNarrow && <IconButton icon="info" label={t.keys} onPress={onKeys} />}
    </>
  )
}
