import { useState } from 'react'
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
import { useSending } from '../../../parts/form/use-sending.ts'
import { Note } from '../Note.tsx'
import { text as frame } from '../text.ts'
import { text } from './text.ts'

const KINDS = { 1: USER_TYPES.administrator, 2: USER_TYPES.administrator2, 3: USER_TYPES['sub-user'] } as const

/** The zones that this browser knows, and the one that is set. */
const zoneOptions = (set: string) =>
  [...new Set([set, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort().map((id) => ({ id, label: id }))

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
  const [name, setName] = useState(profile.name)
  const [company_name, setCompany] = useState(profile.company_name)
  const [timezone, setTimezone] = useState(profile.timezone)
  const sending = useSending(['name', 'company_name', 'timezone'])
  const { wrong, judge, send, isPending, done } = sending
  const isAdministrator = profile.user_type === 1
  const isChanged =
    name !== profile.name ||
    (isAdministrator && (company_name !== profile.company_name || timezone !== profile.timezone))
  const kind = KINDS[profile.user_type as keyof typeof KINDS]

  async function submit() {
    const isFine = judge({
      ...(name.trim() === '' && { name: t.nicknameMissing }),
      ...(isAdministrator && company_name.trim() === '' && { company_name: t.companyMissing }),
    })
    if (!isFine) return
    const described = { name: name.trim(), ...(isAdministrator && { company_name: company_name.trim(), timezone }) }
    const changed = await send(() => api.account.edit(described), t.saved)
    if (!changed) return
    setName(changed.name)
    setCompany(changed.company_name)
    if (changed.timezone !== profile.timezone) void refreshTimezone()
    onChanged(changed)
  }

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
            [t.since, format.date(profile.create_time)],
          ]}
        />
        {frozen ? (
          <Note>{frozen}</Note>
        ) : (
          <SendForm
            label={personal}
            sending={sending}
            onSubmit={submit}
            actions={
              <>
                <Button look="primary" type="submit" isPending={isPending}>
                  {save}
                </Button>
                {isChanged && !done && <span className="account-quiet">{t.unsaved}</span>}
              </>
            }
          >
            <TextField
              label={t.nickname}
              help={t.nicknameHelp}
              name="name"
              autoComplete="nickname"
              maxLength={LIMITS.nickname}
              value={name}
              onChange={setName}
              error={wrong.name}
              isRequired
            />
            {isAdministrator && (
              <TextField
                label={t.company}
                help={t.companyHelp}
                name="company_name"
                autoComplete="organization"
                maxLength={LIMITS.companyName}
                value={company_name}
                onChange={setCompany}
                error={wrong.company_name}
                isRequired
              />
            )}
            {isAdministrator && (
              <Select
                label={t.timezone}
                help={t.timezoneHelp}
                options={zoneOptions(profile.timezone)}
                value={timezone}
                onChange={setTimezone}
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
