import { useState } from 'react'
import type { MenuTargetFound } from '../../../core/contract/custom-menu.ts'
import { useConnection, useText } from '../../define/index.ts'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../Failure.tsx'
import { useCall } from '../use-call.ts'
import type { TargetKind } from './TargetField.tsx'
import { text } from './text.ts'

interface TargetChoiceProps {
  kind: TargetKind
  value: number | null
  none?: string
  onChoose: (chosen: MenuTargetFound | null) => void
}

export function TargetChoice({ kind, value, none, onChoose }: TargetChoiceProps) {
  const t = useText(text)
  const { api } = useConnection()
  const [search, setSearch] = useState('')
  const wanted = search.trim().slice(0, 64)
  const { data, last, failure, reload } = useCall(api.customMenu.targets, { kind, search: wanted })
  const found = data ?? last
  return (
    <div className="target-choice">
      <PausedSearch
        label={kind === 'dashboard' ? t.searchDashboards : t.searchScreens}
        value={search}
        onChange={setSearch}
      />
      {failure && <Failure failure={failure} onRetry={reload} />}
      {!found && !failure && <Skeleton rows={4} />}
      <ul>
        {none !== undefined && wanted === '' && (
          <li>
            <button type="button" className="target-one" aria-pressed={value === null} onClick={() => onChoose(null)}>
              {none}
            </button>
          </li>
        )}
        {found?.map((target) => (
          <li key={target.id}>
            <button
              type="button"
              className="target-one"
              aria-pressed={value === target.id}
              onClick={() => onChoose(target)}
            >
              <span>{target.name}</span>
              {target.note && <span className="target-quiet">{target.note}</span>}
            </button>
          </li>
        ))}
      </ul>
      {found?.length === 0 && <p className="target-quiet">{kind === 'dashboard' ? t.noDashboards : t.noScreens}</p>}
    </div>
  )
}
