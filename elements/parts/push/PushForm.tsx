import type { OwnPush } from '../../../core/contract/push.ts'
import { useConnection, useSheet, useText } from '../../define/index.ts'
import { Switch } from '../../kit/Checkbox.tsx'
import { Select } from '../../kit/Select.tsx'
import { SaveActions } from '../form/SaveActions.tsx'
import { SendForm } from '../form/SendForm.tsx'
import { useDraft } from '../form/use-draft.ts'
import { ChannelRow } from './ChannelRow.tsx'
import sheet from './push.css?sheet'
import { described, draftOf } from './push-draft.ts'
import { QuietFields } from './QuietFields.tsx'
import { text } from './text.ts'

/** Each in its own. */
const LANGUAGES = [
  { id: 'zh', label: '中文' },
  { id: 'en', label: 'English' },
] as const

interface PushFormProps {
  own: OwnPush
  onSaved: (own: OwnPush) => void
  /** Something else about it may have changed. */
  onChanged: () => void
  onBind: () => void
}

/** Which alarms reach the signed-in user beyond the console. */
export function PushForm({ own, onSaved, onChanged, onBind }: PushFormProps) {
  useSheet(sheet)
  const t = useText(text)
  const { api } = useConnection()
  const form = useDraft(draftOf(own.setting), {
    fields: ['days'],
    validate: ({ isQuiet, days }): { days?: string } => (isQuiet && days.length === 0 ? { days: t.daysMissing } : {}),
    async send(draft) {
      const saved = await api.push.saveSetting(described(draft))
      form.restart(draftOf(saved.setting))
      onSaved(saved)
    },
    done: t.saved,
    isSame: (first, draft) => JSON.stringify(described(first)) === JSON.stringify(described(draft)),
  })
  const { draft, set } = form

  return (
    <div className="push-form">
      <SendForm
        label={t.form}
        sending={form}
        onSubmit={() => void form.submit()}
        actions={<SaveActions form={form} onRevert={() => form.restart(form.first)} revertLabel={t.revert} />}
      >
        <section className="push-card">
          <h2>{t.channels}</h2>
          <p className="push-quiet">{t.channelsWhy}</p>
          <ul className="push-channels">
            {own.channels.map((state) => (
              <ChannelRow
                key={state.channel}
                state={state}
                level={draft.levels[state.channel]}
                onChange={(level) => set({ levels: { ...draft.levels, [state.channel]: level } })}
                onTested={onChanged}
                onBind={onBind}
              />
            ))}
          </ul>
        </section>
        <section className="push-card">
          <h2>{t.content}</h2>
          <Switch isSelected={draft.on_recovered} onChange={(on_recovered) => set({ on_recovered })}>
            {t.recovered}
          </Switch>
          <Select label={t.lang} options={LANGUAGES} value={draft.lang} onChange={(lang) => set({ lang })} />
        </section>
        <section className="push-card">
          <h2>{t.quiet}</h2>
          <QuietFields draft={draft} onChange={set} timezone={own.timezone} error={form.wrong.days} />
        </section>
      </SendForm>
    </div>
  )
}
