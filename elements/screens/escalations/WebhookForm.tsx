import { type FormEvent, useId, useState } from 'react'
import type { Webhook } from '../../../core/contract/push.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { LevelSelect } from '../../parts/push/LevelSelect.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
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
  const { cancel, save } = useText(words)
  const { root } = useElement()
  const { api } = useConnection()
  const id = useId()
  const { wrong, isPending, judge, send } = useSending(['webhook_name', 'url', 'group_id'])
  const [draft, setDraft] = useState(() => draftOf(editing))
  const [asking, setAsking] = useState<'remove' | 'renew' | null>(null)
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))
  const webhook_id = editing?.webhook_id

  async function store(is_renewed: boolean) {
    const { group, ...rest } = draft
    const url = draft.url.trim()
    const found = {
      ...(draft.webhook_name.trim() === '' && { webhook_name: t.nameMissing }),
      ...((!URL.canParse(url) || !/^https?:/.test(url)) && { url: t.urlMissing }),
    }
    setAsking(null)
    if (!judge(found) || isPending) return
    const input = { ...rest, url, is_renewed, group_id: group === 'all' ? null : Number(group) }
    const saved = await send(() => api.push.saveWebhook({ ...input, ...(webhook_id !== undefined && { webhook_id }) }))
    if (!saved) return
    if (saved.secret === null) onSaved()
    else onSecret(saved.secret)
  }
  async function remove() {
    const removed =
      webhook_id !== undefined && (await attempt(api.push.removeWebhook({ webhook_id }, { raisesToast: true })))
    setAsking(null)
    if (removed) onRemoved()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void store(false)
  }

  return (
    <SidePanel
      title={editing ? editing.webhook_name : t.createHook}
      onClose={onClose}
      actions={
        <>
          {editing && (
            <>
              <Button look="danger" onPress={() => setAsking('remove')}>
                {t.remove}
              </Button>
              <Button icon="refresh" onPress={() => setAsking('renew')}>
                {t.renew}
              </Button>
            </>
          )}
          {!editing && <Button onPress={onClose}>{cancel}</Button>}
          <Button
            look="primary"
            isPending={isPending}
            onPress={() => (root.getElementById(id) as HTMLFormElement | null)?.requestSubmit()}
          >
            {save}
          </Button>
        </>
      }
    >
      {editing && !editing.has_maker && <p className="escalation-wrong">{t.noMakerWhy}</p>}
      <form id={id} className="escalation-form" aria-label={t.webhooks} onSubmit={submit} noValidate>
        <TextField
          label={t.name}
          value={draft.webhook_name}
          onChange={(webhook_name) => set({ webhook_name })}
          maxLength={32}
          error={wrong.webhook_name}
          isRequired
          isAutoFocus
        />
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
        <GroupSelect audience={audience} value={draft.group} onChange={(group) => set({ group })} />
        <Switch isSelected={draft.is_enabled} onChange={(is_enabled) => set({ is_enabled })}>
          {t.enabled}
        </Switch>
        {(wrong.form || wrong.group_id) && (
          <p className="escalation-wrong" role="alert">
            {wrong.form ?? wrong.group_id}
          </p>
        )}
        {/* Enter in a field needs a button of this very form. */}
        <button type="submit" hidden tabIndex={-1} />
      </form>
      {editing && (
        <>
          <WebhookTest hook={editing} onTested={onTested} />
          <ConfirmDialog
            title={(asking === 'renew' ? t.renewTitle : t.removeHookTitle)({ name: editing.webhook_name })}
            explanation={asking === 'renew' ? t.renewWhy : t.removeHookWhy}
            confirmLabel={asking === 'renew' ? t.renew : t.removeIt({ name: editing.webhook_name })}
            isDanger
            isOpen={asking !== null}
            isPending={isPending}
            onConfirm={() => void (asking === 'renew' ? store(true) : remove())}
            onClose={() => setAsking(null)}
          />
        </>
      )}
    </SidePanel>
  )
}
