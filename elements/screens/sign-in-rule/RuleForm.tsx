import { type FormEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { SignInRule } from '../../../core/contract/sign-in-rule.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { isCallFailure } from '../../parts/use-call.ts'
import { type Draft, described, draftOf, judge, type Wrong } from './rule-form.ts'
import { text } from './text.ts'

const FIELDS: Readonly<Record<string, 'least' | 'most'>> = {
  'password_rule.least': 'least',
  'password_rule.most': 'most',
}

export function RuleForm({ rule, onSaved }: { rule: SignInRule; onSaved: (rule: SignInRule) => void }) {
  const t = useText(text)
  const { save } = useText(words)
  const { lang } = useElement()
  const { api } = useConnection()
  const [draft, setDraft] = useState(() => draftOf(rule))
  const [wrong, setWrong] = useState<Wrong>({})
  const [done, setDone] = useState('')
  const [isPending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(rule))
  useEffect(() => {
    if (Object.keys(wrong).length > 0) form.current?.querySelector<HTMLElement>('.field[data-invalid] input')?.focus()
  }, [wrong])

  function set(part: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...part }))
    setDone('')
  }

  function tell(error: unknown): Wrong {
    if (!(error instanceof ApiError)) return { form: t.unreachable }
    const told = error.fields.flatMap(({ field, message }) => {
      const own = Object.hasOwn(FIELDS, field) && FIELDS[field]
      return own ? [[own, message] as const] : []
    })
    return told.length > 0 ? Object.fromEntries(told) : { form: `${messageOf(error.code, lang)} (${error.code})` }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const found = judge(draft, t)
    setWrong(found)
    setDone('')
    if (Object.keys(found).length > 0) return
    setPending(true)
    try {
      const saved = await api.signInRule.edit(described(draft))
      setDraft(draftOf(saved))
      setDone(t.saved)
      onSaved(saved)
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setWrong(tell(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <form ref={form} className="rule-form" aria-label={t.title} onSubmit={submit} noValidate>
      <fieldset className="rule-card">
        <legend>{t.passwords}</legend>
        <p className="rule-quiet">{t.passwordsWhy}</p>
        <div className="rule-lengths">
          <NumberField
            label={t.least}
            help={t.leastHelp}
            name="least"
            decimals={0}
            value={draft.least}
            onChange={(least) => set({ least })}
            error={wrong.least}
            isRequired
          />
          <NumberField
            label={t.most}
            help={t.mostHelp}
            name="most"
            decimals={0}
            value={draft.most}
            onChange={(most) => set({ most })}
            error={wrong.most}
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
      {wrong.form && (
        <p className="rule-wrong" role="alert">
          {wrong.form}
        </p>
      )}
      <div className="rule-actions">
        <Button look="primary" type="submit" isPending={isPending}>
          {save}
        </Button>
        {isChanged && (
          <>
            <Button
              onPress={() => {
                set(draftOf(rule))
                setWrong({})
              }}
            >
              {t.revert}
            </Button>
            <span className="rule-unsaved">{t.unsaved}</span>
          </>
        )}
        <span className="rule-done" role="status">
          {done}
        </span>
      </div>
    </form>
  )
}
