import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { ShareLink } from '../../../core/contract/share-link.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { PasswordField, TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import type { Wrong } from '../../parts/form/refusal.ts'
import { useDraft } from '../../parts/form/use-draft.ts'
import { text } from './text.ts'

const FIELDS = ['name', 'expires_time', 'views_most', 'password'] as const
const DAYS = ['1', '7', '30', '365'] as const
const KEEP = 'keep'
const FOREVER = 'forever'

interface LinkFormProps {
  link: ShareLink
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

/** What can be changed of a link that is not revoked. */
export function LinkForm({ link, isOpen, onClose, onDone }: LinkFormProps) {
  const t = useText(text)
  const { api, clock } = useConnection()
  const form = useDraft(
    {
      name: link.name,
      expires_time: KEEP as string,
      views_most: link.views_most,
      password: '',
      isWithoutPassword: false,
    },
    {
      fields: FIELDS,
      validate: ({ name, password }): Wrong<(typeof FIELDS)[number]> => ({
        ...(name.trim() === '' && { name: t.nameMissing }),
        ...(password !== '' && password.length < 4 && { password: t.passwordShort }),
      }),
      async send({ name, expires_time, views_most, password, isWithoutPassword }) {
        const until = expires_time === FOREVER ? null : clock.now() + Number(expires_time) * DAY_MS
        await api.shareLink.edit({
          link_id: link.link_id,
          name: name.trim(),
          views_most,
          ...(expires_time !== KEEP && { expires_time: until }),
          ...(isWithoutPassword ? { password: null } : password !== '' && { password }),
        })
        onDone()
      },
    },
  )
  const { draft, set, wrong } = form
  const options = [
    { id: KEEP, label: t.keep },
    ...DAYS.map((id) => ({ id: id as string, label: t.inDays({ count: Number(id) }) })),
    { id: FOREVER, label: t.forever },
  ]
  return (
    <EntityForm
      title={t.editTitle({ name: link.name })}
      form={form}
      onClose={onClose}
      dialog={{ isOpen, isKeptOpen: form.isUnsaved }}
    >
      <TextField
        label={t.name}
        name="name"
        value={draft.name}
        onChange={(name) => set({ name })}
        error={wrong.name}
        autoComplete="off"
        isRequired
        isAutoFocus
      />
      <Select
        label={t.expires}
        options={options}
        value={draft.expires_time}
        onChange={(expires_time) => set({ expires_time })}
        error={wrong.expires_time}
      />
      <NumberField
        label={t.viewsMost}
        help={t.viewsMostHelp}
        value={draft.views_most}
        onChange={(views_most) => set({ views_most })}
        error={wrong.views_most}
      />
      {!draft.isWithoutPassword && (
        <PasswordField
          label={t.newPassword}
          help={`${t.newPasswordHelp}${draft.password === '' ? '' : ` ${t.passwordWhy}`}`}
          value={draft.password}
          onChange={(password) => set({ password })}
          error={wrong.password}
        />
      )}
      {link.has_password && (
        <Checkbox isSelected={draft.isWithoutPassword} onChange={(isWithoutPassword) => set({ isWithoutPassword })}>
          {t.noPassword}
        </Checkbox>
      )}
    </EntityForm>
  )
}
