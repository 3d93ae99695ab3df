import { useMemo } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DeviceOffer } from '../../../core/contract/device-claim.ts'
import { arrange } from '../../../core/rules/tree.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { GroupPicker } from '../../parts/group-tree/GroupPicker.tsx'
import { amountText } from '../../parts/quotas/quota-text.ts'
import { TemplateSelect } from '../../parts/template-select/TemplateSelect.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'
import { text } from './transfer-text.ts'

interface AcceptFormProps {
  /** Kept while the dialog closes. */
  offer: DeviceOffer
  isOpen: boolean
  onClose: () => void
  onAccepted: (sn_code: string) => void
}

/** Asks where an offered device goes. */
export function AcceptForm({ offer, isOpen, onClose, onAccepted }: AcceptFormProps) {
  const t = useText(text)
  const { api } = useConnection()
  const holds = useRights()
  const { sn_code, offer_id, is_outside, with_history, history_bytes } = offer
  const format = useFormat()
  const size = history_bytes ? t.historySize({ size: amountText('history_bytes', history_bytes, format) }) : ''
  const mayBind = is_outside && ['P41000', 'P42000'].some((right) => holds(right as 'P41000'))
  const groups = useCollection(deviceGroups).data
  const tree = useMemo(
    () => arrange((groups ?? []).map((group) => ({ object: { ...group, id: group.group_id } }))),
    [groups],
  )
  const form = useDraft(
    { dev_alias: sn_code, group_id: null as number | null, template_id: null as number | null },
    {
      fieldOf: { 112002: { group_id: t.groupMissing } },
      validate: ({ dev_alias, group_id }): { dev_alias?: string; group_id?: string; template_id?: string } => ({
        ...(dev_alias.trim() === '' && { dev_alias: t.nameMissing }),
        ...(group_id === null && { group_id: t.groupMissing }),
      }),
      async send({ dev_alias, group_id, template_id }) {
        const new_place = {
          dev_alias: dev_alias.trim(),
          ...(template_id !== null && { template_id }),
        }
        await api.deviceTransfer.accept({
          offer_id,
          ...(group_id !== null && { group_id }),
          ...(is_outside && new_place),
        })
        onAccepted(sn_code)
      },
    },
  )
  const { draft, set, wrong } = form
  return (
    <EntityForm
      title={t.acceptTitle({ sn: sn_code })}
      form={form}
      saveLabel={t.accept}
      onClose={onClose}
      dialog={{ isOpen, isKeptOpen: form.isUnsaved }}
      above={
        <p className="callout">
          {!is_outside ? t.acceptInside : with_history ? t.acceptWith : t.acceptWithout}
          {size}
        </p>
      }
    >
      {is_outside && (
        <TextField
          label={t.name}
          name="dev_alias"
          value={draft.dev_alias}
          onChange={(dev_alias) => set({ dev_alias })}
          maxLength={LIMITS.deviceListField}
          error={wrong.dev_alias}
          isRequired
        />
      )}
      <GroupPicker
        label={t.group}
        tree={tree}
        value={draft.group_id ?? undefined}
        onChange={(group_id) => set({ group_id })}
        noneLabel={null}
        placeholder={t.chooseGroup}
        error={wrong.group_id}
        isRequired
      />
      {mayBind && (
        <TemplateSelect
          value={draft.template_id}
          onChange={(template_id) => set({ template_id })}
          error={wrong.template_id}
        />
      )}
    </EntityForm>
  )
}
