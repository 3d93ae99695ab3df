import { useState } from 'react'
import type { Dashboard, DashboardCandidates, DashboardVisibility } from '../../../core/contract/dashboard.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Select } from '../../kit/Select.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { useCall } from '../../parts/use-call.ts'
import { text } from './text.ts'

interface VisibilityDialogProps {
  dashboard: Dashboard
  isOpen: boolean
  onClose: () => void
  onDone: (dashboard: Dashboard) => void
}

/** Who sees a dashboard beside whoever made it. */
export function VisibilityDialog({ dashboard, isOpen, onClose, onDone }: VisibilityDialogProps) {
  const t = useText(text)
  const { cancel, save } = useText(words)
  const { api } = useConnection()
  const { dashboard_id, dashboard_name } = dashboard
  const granted = useCall(api.dashboard.granted, isOpen ? { dashboard_id } : null)
  const [draft, setDraft] = useState<DashboardVisibility | null>(null)
  const sending = useSending(['visible_to'])
  const shown = draft ?? (granted.data && visibilityOf(granted.data))

  async function submit() {
    if (!shown || sending.isPending) return
    const done = await sending.send(() => api.dashboard.grant({ dashboard_id, ...shown }))
    if (done) onDone(done)
  }

  return (
    <Dialog
      title={t.grantTitle({ name: dashboard_name })}
      isOpen={isOpen}
      onClose={onClose}
      isKeptOpen={draft !== null}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            look="primary"
            isPending={sending.isPending}
            isDisabled={draft === null}
            onPress={() => void submit()}
          >
            {save}
          </Button>
        </>
      }
    >
      <div className="visibility">
        <p className="quiet">{t.grantWhy}</p>
        {granted.failure && !shown && <Failure failure={granted.failure} onRetry={granted.reload} />}
        {!shown && !granted.failure && <Skeleton rows={4} />}
        {shown && (
          <>
            <Select<DashboardVisibility['visible_to']>
              label={t.visibleTo}
              options={[
                { id: 'all', label: t.visibleAll },
                { id: 'chosen', label: t.visibleChosen },
              ]}
              value={shown.visible_to}
              onChange={(visible_to) => setDraft({ ...shown, visible_to })}
            />
            {shown.visible_to === 'chosen' && (
              <Candidates shown={shown} named={granted.data?.chosen ?? NOBODY} onChange={setDraft} />
            )}
          </>
        )}
        {sending.wrong.form && (
          <p className="visibility-wrong" role="alert">
            {sending.wrong.form}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const NOBODY: DashboardCandidates = { users: [], groups: [], roles: [] }

const visibilityOf = ({ visible_to, user_ids, group_ids, role_ids }: DashboardVisibility): DashboardVisibility => ({
  visible_to,
  user_ids,
  group_ids,
  role_ids,
})

interface CandidatesProps {
  shown: DashboardVisibility
  /** Those who see it now, also whom the caller could not choose himself. */
  named: DashboardCandidates
  onChange: (shown: DashboardVisibility) => void
}

function Candidates({ shown, named, onChange }: CandidatesProps) {
  const t = useText(text)
  const { api } = useConnection()
  const [search, setSearch] = useState('')
  const called = useCall(api.dashboard.candidates, { search: search.trim().slice(0, 64) })
  const found = called.data ?? called.last
  // A search says whom else to choose; without one, those who see it stand first.
  const offered = found && (search.trim() === '' ? together(named, found) : found)
  const count = shown.user_ids.length + shown.group_ids.length + shown.role_ids.length
  return (
    <>
      <PausedSearch label={t.find} value={search} onChange={setSearch} />
      <p className="quiet" aria-live="polite">
        {count === 0 ? t.nobody : t.chosenCount({ count })}
      </p>
      {called.failure && !found && <Failure failure={called.failure} onRetry={called.reload} />}
      {!found && !called.failure && <Skeleton rows={6} />}
      {offered && <Found found={offered} shown={shown} onChange={onChange} />}
    </>
  )
}

function together(named: DashboardCandidates, found: DashboardCandidates): DashboardCandidates {
  const both = <Row extends object>(first: readonly Row[], rest: readonly Row[], key: keyof Row) => [
    ...first,
    ...rest.filter((row) => !first.some((own) => own[key] === row[key])),
  ]
  return {
    users: both(named.users, found.users, 'user_id'),
    groups: both(named.groups, found.groups, 'group_id'),
    roles: both(named.roles, found.roles, 'role_id'),
  }
}

function Found({ found, shown, onChange }: Omit<CandidatesProps, 'named'> & { found: DashboardCandidates }) {
  const t = useText(text)
  const kinds = [
    {
      field: 'group_ids' as const,
      label: t.groups,
      rows: found.groups.map(({ group_id, group_name }) => ({ id: group_id, name: group_name })),
    },
    {
      field: 'role_ids' as const,
      label: t.roles,
      rows: found.roles.map(({ role_id, role_name }) => ({ id: role_id, name: role_name })),
    },
    {
      field: 'user_ids' as const,
      label: t.users,
      rows: found.users.map(({ user_id, user_name, name }) => ({
        id: user_id,
        name: name && name !== user_name ? `${user_name} · ${name}` : user_name,
      })),
    },
  ].filter(({ rows }) => rows.length > 0)
  if (kinds.length === 0) return <p className="quiet">{t.noneFound}</p>
  return kinds.map(({ field, label, rows }) => (
    <fieldset key={field} className="visibility-kind">
      <legend>{label}</legend>
      {rows.map(({ id, name }) => (
        <Checkbox
          key={id}
          isSelected={shown[field].includes(id)}
          onChange={(isOn) =>
            onChange({ ...shown, [field]: isOn ? [...shown[field], id] : shown[field].filter((own) => own !== id) })
          }
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  ))
}
