import { useState } from 'react'
import type { SavedRange } from '../../../../core/contract/history.ts'
import { attempt } from '../../../../core/stores/attempt.ts'
import { lazyPart, useConnection, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Menu, type MenuEntry } from '../../../kit/Menu.tsx'
import { useCall } from '../../../parts/use-call.ts'
import { text } from './text.ts'

const NameRange = lazyPart(() => import('./NameRange.tsx').then((chunk) => chunk.NameRange), null)

interface SavedRangesProps {
  sn_code: string
  current: Omit<SavedRange, 'name'>
  onChoose: (range: SavedRange) => void
}

/** Time ranges that the user named, with their points: to come back to an incident. */
export function SavedRanges({ sn_code, current, onChoose }: SavedRangesProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { data: ranges, replace } = useCall(api.history.savedRanges, { sn_code })
  const [isNaming, setNaming] = useState(false)

  const keep = async (kept: SavedRange[]) => {
    const answer = await attempt(api.history.saveRanges({ sn_code, ranges: kept }, { raisesToast: true }))
    if (answer) replace(answer)
    return answer !== null
  }

  const known = ranges ?? []
  const entries: (MenuEntry | 'line')[] = [
    ...known.map((range) => ({ id: `open ${range.name}`, label: range.name, onAction: () => onChoose(range) })),
    ...(known.length > 0 ? (['line'] as const) : []),
    { id: 'save', label: t.saveRange, icon: 'plus', onAction: () => setNaming(true) },
    ...known.map((range) => ({
      id: `forget ${range.name}`,
      label: t.forget({ name: range.name }),
      isDanger: true,
      onAction: () => void keep(known.filter(({ name }) => name !== range.name)),
    })),
  ]

  return (
    <>
      <Menu label={t.savedRanges} entries={entries}>
        <Button icon="pin">{t.savedRanges}</Button>
      </Menu>
      {isNaming && (
        <NameRange
          taken={known.map(({ name }) => name)}
          onClose={() => setNaming(false)}
          onName={async (name) => {
            if (await keep([...known, { ...current, name }])) setNaming(false)
          }}
        />
      )}
    </>
  )
}
