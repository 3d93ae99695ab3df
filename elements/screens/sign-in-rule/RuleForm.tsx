import { DEFAULT_PASSWORD_RULE, STRONGER_PASSWORD_RULE } from '../../../core/contract/person.ts'
import type { SignInRule } from '../../../core/contract/sign-in-rule.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Switch } from '../../kit/Checkbox.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { SaveActions } from '../../parts/form/SaveActions.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { check, described, draftOf, FIELDS, PRESETS, type Preset, presetOf } from './rule-form.ts'
import { text } from './text.ts'

export function RuleForm({ rule, onSaved }: { rule: SignInRule; onSaved: (rule: SignInRule) => void }) {
  const t = useText(text)
  const { api } = useConnection()
  const form = useDraft(draftOf(rule), {
    fields: FIELDS,
    validate: (draft) => check(draft, t),
    async send(draft) {
      const saved = await api.signInRule.edit(described(draft))
      form.restart(draftOf(saved))
      onSaved(saved)
    },
    done: t.saved,
  })
  const { draft, set, wrong } = form
  const preset = presetOf(draft)

  return (
    <div className="rule-form">
      <SendForm
        label={t.title}
        sending={form}
        onSubmit={() => void form.submit()}
        actions={<SaveActions form={form} onRevert={() => form.restart(form.first)} />}
      >
        <fieldset className="rule-card">
          <legend>{t.passwords}</legend>
          <p className="rule-quiet">{t.passwordsWhy}</p>
          <Select<Preset | 'own'>
            label={t.preset}
            options={[
              { id: 'stronger', label: t.stronger(STRONGER_PASSWORD_RULE) },
              { id: 'specified', label: t.specified(DEFAULT_PASSWORD_RULE) },
              ...(preset === null ? [{ id: 'own' as const, label: t.own }] : []),
            ]}
            value={preset ?? 'own'}
            onChange={(id) => id !== 'own' && set(PRESETS[id])}
            {...(preset === 'specified' && { help: t.specifiedWeak })}
          />
          <div className="rule-lengths">
            <NumberField
              label={t.least}
              help={t.leastHelp}
              name="least"
              decimals={0}
              value={draft.least}
              onChange={(least) => set({ least })}
              error={wrong['password_rule.least']}
              isRequired
            />
            <NumberField
              label={t.most}
              help={t.mostHelp}
              name="most"
              decimals={0}
              value={draft.most}
              onChange={(most) => set({ most })}
              error={wrong['password_rule.most']}
              isRequired
            />
          </div>
          <Select
            label={t.characters}
            help={t.charactersHelp}
            options={[
              { id: 'plain', label: t.plain },
              { id: 'any', label: t.any },
            ]}
            value={draft.any ? 'any' : 'plain'}
            onChange={(id) => set({ any: id === 'any' })}
          />
        </fieldset>
        <fieldset className="rule-card">
          <legend>{t.sessions}</legend>
          <Switch isSelected={draft.one_session} onChange={(one_session) => set({ one_session })}>
            {t.oneSession}
          </Switch>
          <p className="rule-quiet">{t.oneSessionHelp}</p>
        </fieldset>
      </SendForm>
    </div>
  )
}
