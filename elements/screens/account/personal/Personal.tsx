import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { USER_TYPES } from '../../../../core/catalogue/permissions.ts'
import type { Profile } from '../../../../core/contract/account.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useElement, useFormat, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Select } from '../../../kit/Select.tsx'
import { TextField } from '../../../kit/TextField.tsx'
import { Facts } from '../../../parts/Facts.tsx'
import { SendForm } from '../../../parts/form/SendForm.tsx'
import { useDraft } from '../../../parts/form/use-draft.ts'
import { zoneOptions } from '../../../parts/own-zone.ts'
import { Note } from '../Note.tsx'
import { text as frame } from '../text.ts'
import { text } from './text.ts'

const KINDS = { 1: USER_TYPES.administrator, 2: USER_TYPES.administrator2, 3: USER_TYPES['sub-user'] } as const

/** What of it can be changed. */
const draftOf = ({ name, full_name, company_name, timezone }: Profile) => ({ name, full_name, company_name, timezone })
type Wrong = Partial<Record<keyof ReturnType<typeof draftOf>, string>>

interface PersonalProps {
  profile: Profile
  /** Why nothing can be changed; null when it can. */
  frozen: string | null
  onChanged: (profile: Profile) => void
}

export function Personal({ profile, frozen, onChanged }: PersonalProps) {
  const t = useText(text)
  const { personal } = useText(frame)
  const { save } = useText(words)
  const { lang } = useElement()
  const format = useFormat()
  const { api, refreshTimezone } = useConnection()
  const isAdministrator = profile.user_type === 1
  const kind = KINDS[profile.user_type as keyof typeof KINDS]
  const form = useDraft(draftOf(profile), {
    validate: ({ name, company_name }): Wrong => ({
      ...(name.trim() === '' && { name: t.nicknameMissing }),
      ...(isAdministrator && company_name.trim() === '' && { company_name: t.companyMissing }),
    }),
    async send({ name, full_name, company_name, timezone }) {
      const named = { name: name.trim(), full_name: full_name.trim() }
      const described = { ...named, ...(isAdministrator && { company_name: company_name.trim(), timezone }) }
      const changed = await api.account.edit(described)
      form.restart(draftOf(changed))
      if (changed.timezone !== profile.timezone) void refreshTimezone()
      onChanged(changed)
    },
    done: t.saved,
  })
  const { draft, set, wrong } = form

  return (
    <section className="account-section">
      <h2>{personal}</h2>
      <div className="account-card">
        <Facts
          facts={[
            [t.userName, profile.user_name],
            [t.kind, kind ? kind[lang] : null],
            [t.company, isAdministrator && !frozen ? null : profile.company_name],
            [t.timezone, isAdministrator && !frozen ? null : profile.timezone],
            [t.nickname, frozen ? profile.name : null],
            [t.fullName, frozen ? profile.full_name || null : null],
            [t.since, format.date(profile.create_time)],
          ]}
        />
        {frozen ? (
          <Note>{frozen}</Note>
        ) : (
          <SendForm
            label={personal}
            sending={form}
            onSubmit={() => void form.submit()}
            actions={
              <>
                <Button look="primary" type="submit" isPending={form.isPending}>
                  {save}
                </Button>
                {form.isUnsaved && <span className="account-quiet">{t.unsaved}</span>}
              </>
            }
          >
            <TextField
              label={t.nickname}
              help={t.nicknameHelp}
              name="name"
              autoComplete="nickname"
              maxLength={LIMITS.nickname}
              value={draft.name}
              onChange={(name) => set({ name })}
              error={wrong.name}
              isRequired
            />
            <TextField
              label={t.fullName}
              help={t.fullNameHelp}
              name="full_name"
              autoComplete="name"
              maxLength={LIMITS.fullName}
              value={draft.full_name}
              onChange={(full_name) => set({ full_name })}
              error={wrong.full_name}
            />
            {isAdministrator && (
              <TextField
                label={t.company}
                help={t.companyHelp}
                name="company_name"
                autoComplete="organization"
                maxLength={LIMITS.companyName}
                value={draft.company_name}
                onChange={(company_name) => set({ company_name })}
                error={wrong.company_name}
                isRequired
              />
            )}
            {isAdministrator && (
              <Select
                label={t.timezone}
                help={t.timezoneHelp}
                options={zoneOptions(profile.timezone)}
                value={draft.timezone}
                onChange={(timezone) => set({ timezone })}
                error={wrong.timezone}
                isSearchable
              />
            )}
          </SendForm>
        )}
      </div>
    </section>
  )
}
