import { useId, useState } from 'react'
import { useConnection, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { MultiSelect } from '../../kit/Select.tsx'
import { useCall } from '../../parts/use-call.ts'
import type { Draft } from './draft.ts'
import { composeText } from './text.ts'

/** As many users as the server names at once. */
const SHOWN = 50

interface TargetFieldsProps {
  draft: Draft
  set: (part: Partial<Draft>) => void
  error: string | undefined
}

const idsOf = (ids: readonly string[]) => ids.map(Number)
const textsOf = (ids: readonly number[]) => ids.map(String)

/** Whom a notice goes to, of those whom the user may write to. */
export function TargetFields({ draft, set, error }: TargetFieldsProps) {
  const t = useText(composeText)
  const { api } = useConnection()
  const [search, setSearch] = useState('')
  const errorId = useId()
  const wanted = search.trim().slice(0, 64)
  const { data, last } = useCall(api.message.reachable, wanted ? { search: wanted } : {})
  const reachable = data ?? last
  const found = reachable?.users ?? []
  const others = draft.users.filter(({ user_id }) => !found.some((one) => one.user_id === user_id))
  const people = [...others, ...found]
  const areMany = search !== '' || found.length >= SHOWN
  return (
    <fieldset
      className="messages-targets"
      aria-describedby={error ? errorId : undefined}
      data-wrong={error ? true : undefined}
    >
      <legend>{t.receivers}</legend>
      {reachable?.everybody != null && reachable.everybody > 0 && (
        <Checkbox isSelected={draft.everybody} onChange={(everybody) => set({ everybody })}>
          {t.everybody({ count: reachable.everybody })}
        </Checkbox>
      )}
      {reachable !== null && reachable.administrators > 0 && (
        <Checkbox isSelected={draft.administrators} onChange={(administrators) => set({ administrators })}>
          {t.administrators({ count: reachable.administrators })}
        </Checkbox>
      )}
      {areMany && (
        <>
          <PausedSearch label={t.findUser} value={search} onChange={setSearch} />
          <p className="messages-quiet">{t.findUserHelp}</p>
        </>
      )}
      {people.length > 0 && (
        <MultiSelect
          label={t.users}
          placeholder={t.choose}
          options={people.map(({ user_id, user_name, name }) => ({
            id: String(user_id),
            label: name,
            note: user_name,
          }))}
          value={textsOf(draft.users.map(({ user_id }) => user_id))}
          onChange={(ids) => set({ users: people.filter(({ user_id }) => ids.includes(String(user_id))) })}
        />
      )}
      {reachable !== null && reachable.user_groups.length > 0 && (
        <MultiSelect
          label={t.groups}
          placeholder={t.choose}
          options={reachable.user_groups.map(({ user_group_id, group_name }) => ({
            id: String(user_group_id),
            label: group_name,
          }))}
          value={textsOf(draft.user_group_ids)}
          onChange={(ids) => set({ user_group_ids: idsOf(ids) })}
        />
      )}
      {reachable !== null && reachable.roles.length > 0 && (
        <MultiSelect
          label={t.roles}
          placeholder={t.choose}
          options={reachable.roles.map(({ role_id, role_name }) => ({ id: String(role_id), label: role_name }))}
          value={textsOf(draft.role_ids)}
          onChange={(ids) => set({ role_ids: idsOf(ids) })}
        />
      )}
      {error && (
        <p id={errorId} className="messages-wrong" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
