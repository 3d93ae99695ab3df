import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { DEFAULT_PASSWORD_RULE, keepsRule, UserName } from '../../../core/contract/person.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { ownZone } from '../../parts/own-zone.ts'
import { Done } from '../../parts/sent-code/Done.tsx'
import { NewPasswordFields } from '../../parts/sent-code/NewPasswordFields.tsx'
import { PathLink } from '../../parts/sent-code/PathLink.tsx'
import { text as codeText } from '../../parts/sent-code/text.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

const EMPTY = { user_name: '', name: '', company_name: '', password: '', repeat: '' }

/** The form that the server's one-time link opens. */
export function FirstAdministrator({ signInPath, onMade, onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const c = useText(codeText)
  const { api } = useConnection()
  // What stands behind the # is not sent to any server with the address.
  const [token] = useState(() => location.hash.slice(1))
  const [made, setMade] = useState<string | null>(null)
  const { least, most } = DEFAULT_PASSWORD_RULE

  const form = useDraft(EMPTY, {
    validate: ({ user_name, name, company_name, password, repeat }): Partial<typeof EMPTY> => ({
      ...(!UserName.safeParse(user_name.trim()).success && { user_name: t.userNameWrong }),
      ...(name.trim() === '' && { name: t.nameMissing }),
      ...(company_name.trim() === '' && { company_name: t.companyMissing }),
      ...(!keepsRule(password, DEFAULT_PASSWORD_RULE) && { password: c.ruleBroken({ least, most }) }),
      ...(repeat !== password && { repeat: repeat === '' ? c.repeatMissing : c.repeatWrong }),
    }),
    async send({ password, ...draft }) {
      const [user_name, name, company_name] = [draft.user_name.trim(), draft.name.trim(), draft.company_name.trim()]
      await api.account.first({ token, user_name, name, company_name, password, ...ownZone() })
      form.restart(EMPTY)
      setMade(user_name)
      onMade()
    },
    fieldOf: { '110313': 'user_name' },
  })
  const { draft: typed, set, wrong } = form

  const toSignIn = signInPath && (
    <PathLink look="primary" path={signInPath} onNavigate={onNavigate}>
      {t.toSignIn}
    </PathLink>
  )
  if (made) return <Done title={t.done} explanation={t.doneWhy({ user_name: made })} action={toSignIn} />
  if (token === '') return <EmptyState icon="user" title={t.noLink} explanation={t.noLinkWhy} action={toSignIn} />
  return (
    <div className="first-administrator">
      <p className="first-administrator-intro">{t.intro}</p>
      <SendForm
        label={t.title}
        sending={form}
        onSubmit={() => void form.submit()}
        actions={
          <Button look="primary" type="submit" isPending={form.isPending}>
            {t.make}
          </Button>
        }
      >
        <TextField
          label={t.userName}
          name="user_name"
          autoComplete="username"
          maxLength={32}
          help={t.userNameHelp}
          value={typed.user_name}
          onChange={(user_name) => set({ user_name })}
          error={wrong.user_name}
          isRequired
        />
        <TextField
          label={t.name}
          name="name"
          autoComplete="name"
          maxLength={LIMITS.nickname}
          value={typed.name}
          onChange={(name) => set({ name })}
          error={wrong.name}
          isRequired
        />
        <TextField
          label={t.company}
          name="company_name"
          autoComplete="organization"
          maxLength={LIMITS.companyName}
          value={typed.company_name}
          onChange={(company_name) => set({ company_name })}
          error={wrong.company_name}
          isRequired
        />
        <NewPasswordFields typed={typed} onChange={set} wrong={wrong} help={c.rule({ least, most })} />
      </SendForm>
    </div>
  )
}
