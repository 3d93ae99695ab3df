import type { Device } from '../../../core/contract/device.ts'
import { OFFERED_DAYS } from '../../../core/contract/device-claim.ts'
import { DEREGISTERED_DAYS } from '../../../core/contract/device-end.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { type Person, UserPicker } from '../../parts/user-picker/UserPicker.tsx'
import { text } from './transfer-text.ts'
import { offeredWords } from './transfer-words.ts'

interface TransferFormProps {
  /** Kept while the dialog closes. */
  device: Device
  isOpen: boolean
  onClose: () => void
}

/** Offers a device to somebody, and says what becomes of it. */
export function TransferForm({ device, isOpen, onClose }: TransferFormProps) {
  const t = useText(text)
  const { api, toasts } = useConnection()
  const { sn_code, dev_alias } = device
  const form = useDraft(
    { to: 'inside' as 'inside' | 'outside', person: null as Person | null, user_name: '', with_history: false },
    {
      fields: ['user_id', 'user_name'],
      fieldOf: { 100014: 'user_id' },
      validate: ({ to, person, user_name }): { user_id?: string; user_name?: string } => ({
        ...(to === 'inside' && !person && { user_id: t.nobody }),
        ...(to === 'outside' && user_name.trim() === '' && { user_name: t.nobody }),
      }),
      async send({ to, person, user_name, with_history }) {
        const whom = to === 'inside' && person ? { user_id: person.user_id } : { user_name, with_history }
        await api.deviceTransfer.offer({ sn_code, ...whom })
        toasts.show('success', offeredWords(dev_alias))
        onClose()
      },
    },
  )
  const { draft, set, wrong } = form
  return (
    <EntityForm
      title={t.transferTitle({ name: dev_alias })}
      form={form}
      saveLabel={t.offer}
      onClose={onClose}
      dialog={{ isOpen, isKeptOpen: form.isUnsaved }}
      above={<p className="callout">{t.transferWhy({ days: OFFERED_DAYS })}</p>}
    >
      <Select
        label={t.to}
        options={(['inside', 'outside'] as const).map((id) => ({ id, label: t[id] }))}
        value={draft.to}
        onChange={(to) => set({ to })}
      />
      {draft.to === 'inside' ? (
        <>
          <UserPicker
            people={api.deviceShare.people}
            label={t.user}
            chosen={draft.person ? [draft.person] : []}
            onChange={([person]) => set({ person: person ?? null })}
            atMost={1}
            none={t.nobody}
            error={wrong.user_id}
          />
          <p className="muted">{t.insideWhy}</p>
        </>
      ) : (
        <>
          <TextField
            label={t.userName}
            help={t.userNameHelp}
            name="user_name"
            value={draft.user_name}
            onChange={(user_name) => set({ user_name })}
            maxLength={64}
            error={wrong.user_name}
            autoComplete="off"
            isRequired
          />
          <Checkbox isSelected={draft.with_history} onChange={(with_history) => set({ with_history })}>
            {t.withHistory}
          </Checkbox>
          <p className="muted">{draft.with_history ? t.historyGoes : t.historyStays({ days: DEREGISTERED_DAYS })}</p>
          <p className="muted">{t.outsideWhy}</p>
        </>
      )}
    </EntityForm>
  )
}
