import type * as z from 'zod/mini'
import type { Dashboard } from '../../../core/contract/dashboard.ts'
import type { EmbedKey, NewSecret } from '../../../core/contract/embed.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { MultiSelect, Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { useCall } from '../../parts/use-call.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { ACTIONS, check, described, draftOf, FIELDS, type Scope } from './key-form.ts'
import { text } from './text.ts'

const isSaved = ({ shown_revision }: Dashboard) => shown_revision !== null

export type Secret = z.infer<typeof NewSecret>

interface KeyFormProps {
  /** To be changed; null for a new one. */
  editing: EmbedKey | null
  onClose: () => void
  onMade: (secret: Secret) => void
  onSaved: () => void
}

/** A key's description: in the panel beside the list. What was typed stays when the server refuses. */
export function KeyForm({ editing, onClose, onMade, onSaved }: KeyFormProps) {
  const t = useText(text)
  const { api, clock } = useConnection()
  const format = useFormat()
  const groups = useCollection(deviceGroups).data ?? []
  const form = useDraft(() => draftOf(editing), {
    fields: FIELDS,
    validate: (draft) => check(draft, t),
    async send(draft) {
      const input = described(draft, editing, clock.now())
      if (editing) {
        await api.embed.edit({ ...input, key_id: editing.key_id })
        onSaved()
      } else onMade(await api.embed.create(input))
    },
  })
  const { draft, set, wrong } = form
  const dashboards =
    useCall(api.dashboard.list, draft.scope === 'all' ? null : { of: 'all' }).data?.filter(isSaved) ?? []

  const ends = ['30', '90', '365'].map((id) => ({ id, label: t.inDays({ count: Number(id) }) }))
  const keptEnd = editing?.expires_time
  return (
    <EntityForm
      title={editing ? editing.name : t.create}
      form={form}
      onClose={onClose}
      {...(!editing && { saveLabel: t.make })}
      isWide
    >
      <TextField
        label={t.name}
        help={t.nameHelp}
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={32}
        error={wrong.name}
        isRequired
        isAutoFocus
      />
      <TextField
        label={t.origins}
        help={t.originsHelp}
        value={draft.origins}
        onChange={(origins) => set({ origins })}
        lines={3}
        error={wrong.origins}
        isRequired
      />
      <fieldset className="choice">
        <legend>{t.actions}</legend>
        {ACTIONS.map((action) => (
          <Checkbox
            key={action}
            isSelected={draft.actions.includes(action)}
            onChange={(isSelected) =>
              set({ actions: ACTIONS.filter((one) => (one === action ? isSelected : draft.actions.includes(one))) })
            }
          >
            {t[action]}
          </Checkbox>
        ))}
        {wrong.actions && (
          <p className="wrong" role="alert">
            {wrong.actions}
          </p>
        )}
      </fieldset>
      <Select<Scope>
        label={t.scope}
        options={(['all', 'groups', 'devices'] as const).map((id) => ({ id, label: t[id] }))}
        value={draft.scope}
        onChange={(scope) => set({ scope })}
        error={draft.scope === 'all' ? wrong.resources : undefined}
      />
      {draft.scope === 'groups' && (
        <MultiSelect
          label={t.groups}
          options={groups.map(({ group_id, group_name }) => ({ id: String(group_id), label: group_name }))}
          value={draft.groups}
          onChange={(chosen) => set({ groups: chosen })}
          error={wrong.resources}
        />
      )}
      {draft.scope === 'devices' && (
        <TextField
          label={t.sns}
          help={t.snsHelp}
          value={draft.sns}
          onChange={(sns) => set({ sns })}
          lines={3}
          error={wrong.resources}
        />
      )}
      {draft.scope !== 'all' && (
        <MultiSelect
          label={t.dashboards}
          help={t.dashboardsHelp}
          options={dashboards.map(({ dashboard_id, dashboard_name }) => ({
            id: String(dashboard_id),
            label: dashboard_name,
          }))}
          value={draft.dashboards}
          onChange={(chosen) => set({ dashboards: chosen })}
        />
      )}
      <Select
        label={t.expiry}
        options={[
          ...(keptEnd ? [{ id: 'kept', label: t.at({ time: format.dateTime(keptEnd) }) }] : []),
          ...ends,
          { id: 'never', label: t.never },
        ]}
        value={draft.ends}
        onChange={(chosen) => set({ ends: chosen })}
        error={wrong.expires_time}
      />
      <div>
        <Checkbox isSelected={draft.without_origin} onChange={(without_origin) => set({ without_origin })}>
          {t.withoutOrigin}
        </Checkbox>
        <p className="hint">{t.withoutOriginHelp}</p>
      </div>
    </EntityForm>
  )
}
