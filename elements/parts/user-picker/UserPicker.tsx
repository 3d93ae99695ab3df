import { useId, useState } from 'react'
import type { CallOptions } from '../../../core/connection/client.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { text as parts } from '../text.ts'
import { useCall } from '../use-call.ts'
import { useMessage } from '../use-message.ts'
import { text } from './text.ts'
import sheet from './user-picker.css?sheet'

export interface Person {
  user_id: number
  user_name: string
}

interface UserPickerProps {
  /** Whom the server offers. */
  people: (input: { search?: string }, options?: CallOptions) => Promise<readonly (Person & { name: string })[]>
  label: string
  chosen: readonly Person[]
  onChange: (chosen: Person[]) => void
  /** With one, a second takes the place of the first. */
  atMost: number
  /** Said while nobody is chosen. */
  none: string
  error?: string | undefined
}

/** Users of the tenant, searched by the server: those chosen above, those found below. */
export function UserPicker({ people, label, chosen, onChange, atMost, none, error }: UserPickerProps) {
  useSheet(sheet)
  const t = useText(text)
  const { unreachable } = useText(parts)
  const id = useId()
  const [search, setSearch] = useState('')
  const wanted = search.trim().slice(0, 64)
  const { data, last, failure } = useCall(people, wanted ? { search: wanted } : {})
  const refused = useMessage(failure && 'code' in failure ? failure.code : null)
  const rows = data ?? last
  const isIn = (user_id: number) => chosen.some((one) => one.user_id === user_id)
  const without = (user_id: number) => chosen.filter((one) => one.user_id !== user_id)

  return (
    <fieldset className="user-picker" aria-describedby={error ? `${id}-wrong` : undefined}>
      <legend>{label}</legend>
      {chosen.length === 0 && <p className="user-picker-quiet">{none}</p>}
      {chosen.length > 0 && (
        <ul className="user-picker-chosen">
          {chosen.map(({ user_id, user_name }) => (
            <li key={user_id}>
              {user_name}
              <button
                type="button"
                className="user-picker-remove"
                aria-label={t.removeUser({ name: user_name })}
                onClick={() => onChange(without(user_id))}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p id={`${id}-wrong`} className="user-picker-wrong" role="alert">
          {error}
        </p>
      )}
      <PausedSearch label={t.findUsers} value={search} onChange={setSearch} />
      <ul className="user-picker-found" aria-label={t.findUsers}>
        {rows?.map(({ user_id, user_name, name }) => (
          <li key={user_id}>
            <Checkbox
              isSelected={isIn(user_id)}
              isDisabled={atMost > 1 && !isIn(user_id) && chosen.length >= atMost}
              onChange={(isOn) => {
                if (!isOn) return onChange(without(user_id))
                const person = { user_id, user_name }
                onChange(atMost === 1 ? [person] : [...chosen, person])
              }}
            >
              <span className="user-picker-name">
                {user_name}
                {name && name !== user_name && <span className="user-picker-quiet"> {name}</span>}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {!rows && !failure && <Skeleton rows={4} />}
      {rows?.length === 0 && <p className="user-picker-quiet">{t.noUsers}</p>}
      {failure && !rows && <p className="user-picker-wrong">{refused || unreachable}</p>}
    </fieldset>
  )
}
