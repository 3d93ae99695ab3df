import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { EmbedKey, NewSecret } from '../../../core/contract/embed.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { MultiSelect, Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { isCallFailure, useCall } from '../../parts/use-call.ts'
import { ACTIONS, type Draft, described, draftOf, judge, type Scope, type Wrong } from './key-form.ts'
import { text } from './text.ts'

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
  const { cancel, save } = useText(words)
  const { lang, root } = useElement()
  const { api, clock } = useConnection()
  const format = useFormat()
  const [draft, setDraft] = useState(() => draftOf(editing))
  const [wrong, setWrong] = useState<Wrong>({})
  const [isPending, setPending] = useState(false)
  const groups = useCall(api.device.groups, {}).data ?? []
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  function tell(error: unknown): Wrong {
    if (!(error instanceof ApiError)) return { form: t.unreachable }
    if (error.fields.length === 0) return { form: `${messageOf(error.code, lang)} (${error.code})` }
    return Object.fromEntries(error.fields.map(({ field, message }) => [field.split('.')[0], message]))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const found = judge(draft, t)
    setWrong(found)
    if (Object.keys(found).length > 0) return
    setPending(true)
    const input = described(draft, editing, clock.now())
    try {
      if (editing) {
        await api.embed.edit({ ...input, key_id: editing.key_id })
        onSaved()
      } else onMade(await api.embed.create(input))
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setWrong(tell(error))
    } finally {
      setPending(false)
    }
  }

  const ends = ['30', '90', '365'].map((id) => ({ id, label: t.inDays({ count: Number(id) }) }))
  const keptEnd = editing?.expires_time
  return (
    <SidePanel
      title={editing ? editing.name : t.create}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            look="primary"
            isPending={isPending}
            onPress={() => root.querySelector<HTMLFormElement>('#embed-key-form')?.requestSubmit()}
          >
            {editing ? save : t.make}
          </Button>
        </>
      }
    >
      <form id="embed-key-form" className="embed-form" onSubmit={submit} noValidate>
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
        <fieldset className="embed-choice">
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
            <p className="embed-wrong" role="alert">
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
          <p className="embed-help">{t.withoutOriginHelp}</p>
        </div>
        {wrong.form && (
          <p className="embed-wrong" role="alert">
            {wrong.form}
          </p>
        )}
        {/* Enter in a field needs a button of this very form. */}
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </SidePanel>
  )
}
