import type { Webhook } from '../../../core/contract/push.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import type { Wrong } from '../../parts/form/refusal.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { useDraft } from '../../parts/form/use-draft.ts'
import { LevelSelect } from '../../parts/push/LevelSelect.tsx'
import { type Audience, GroupSelect } from './GroupSelect.tsx'
import { text } from './text.ts'
import { WebhookTest } from './WebhookTest.tsx'

interface WebhookFormProps {
  /** To be changed; null for a new one. */
  editing: Webhook | null
  audience: Audience
  onClose: () => void
  onSaved: () => void
  onRemoved: () => void
  /** A secret that is shown this once. */
  onSecret: (secret: string) => void
  onTested: () => void
}

const draftOf = (hook: Webhook | null) => ({
  webhook_name: hook?.webhook_name ?? '',
  url: hook?.url ?? '',
  from_level: hook?.from_level ?? 1,
  group: String(hook?.group_id ?? 'all'),
  is_enabled: hook?.is_enabled ?? true,
})

/** One webhook, in the panel beside the list. */
export function WebhookForm({ editing, audience, onClose, onSaved, onRemoved, onSecret, onTested }: WebhookFormProps) {
  const t = useText(text)
  const { api } = useConnection()
  const dialog = useDialog<'renew'>()
  const webhook_id = editing?.webhook_id
  const form = useDraft(() => draftOf(editing), {
    fields: ['webhook_name', 'url', 'group_id'],
    validate(draft): Wrong<'webhook_name' | 'url' | 'group_id'> {
      const url = draft.url.trim()
      return {
        ...(draft.webhook_name.trim() === '' && { webhook_name: t.nameMissing }),
        ...((!URL.canParse(url) || !/^https?:/.test(url)) && { url: t.urlMissing }),
      }
    },
    send: (draft) => store(draft, false),
  })
  const { draft, set, wrong, isPending } = form

  async function store({ group, ...rest }: ReturnType<typeof draftOf>, is_renewed: boolean) {
    const input = { ...rest, url: rest.url.trim(), is_renewed, group_id: group === 'all' ? null : Number(group) }
    const { secret } = await api.push.saveWebhook({ ...input, ...(webhook_id !== undefined && { webhook_id }) })
    if (secret === null) onSaved()
    else onSecret(secret)
  }
  async function remove(removed: Webhook) {
    const { webhook_id } = removed
    if (await attempt(api.push.removeWebhook({ webhook_id }, { raisesToast: true }))) onRemoved()
  }

  return (
    <EntityForm
      title={editing ? editing.webhook_name : t.createHook}
      label={t.webhooks}
      form={form}
      onClose={onClose}
      isWithoutCancel={editing !== null}
      remove={
        editing && {
          label: t.remove,
          title: t.removeHookTitle({ name: editing.webhook_name }),
          explanation: t.removeHookWhy,
          confirm: t.removeIt({ name: editing.webhook_name }),
          call: () => remove(editing),
          look: 'danger',
        }
      }
      actions={
        editing && (
          <Button icon="refresh" onPress={() => dialog.open('renew')}>
            {t.renew}
          </Button>
        )
      }
      below={
        editing && (
          <>
            <WebhookTest hook={editing} onTested={onTested} />
            <ConfirmDialog
              title={t.renewTitle({ name: editing.webhook_name })}
              explanation={t.renewWhy}
              confirmLabel={t.renew}
              isDanger
              isOpen={dialog.isOpen}
              isPending={isPending}
              onConfirm={() => {
                dialog.close()
                void form.submit((renewed) => store(renewed, true))
              }}
              onClose={dialog.close}
            />
          </>
        )
      }
      isWide
    >
      <div>
        {editing && !editing.has_maker && <p className="wrong">{t.noMakerWhy}</p>}
        <TextField
          label={t.name}
          value={draft.webhook_name}
          onChange={(webhook_name) => set({ webhook_name })}
          maxLength={32}
          error={wrong.webhook_name}
          isRequired
          isAutoFocus
        />
      </div>
      <TextField
        label={t.url}
        help={t.urlHelp}
        type="url"
        value={draft.url}
        onChange={(url) => set({ url })}
        maxLength={500}
        error={wrong.url}
        isRequired
      />
      <LevelSelect label={t.level} value={draft.from_level} onChange={(level) => set({ from_level: level ?? 1 })} />
      <GroupSelect
        audience={audience}
        value={draft.group}
        onChange={(group) => set({ group })}
        error={wrong.group_id}
      />
      <Switch isSelected={draft.is_enabled} onChange={(is_enabled) => set({ is_enabled })}>
        {t.enabled}
      </Switch>
    </EntityForm>
  )
}
