import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { SnCode } from '../../../core/contract/telemetry.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Select } from '../../kit/Select.tsx'
import { PasswordField, TextField } from '../../kit/TextField.tsx'
import { isCallFailure } from '../../parts/use-call.ts'
import { text } from './text.ts'

type Field = 'sn_code' | 'password' | 'dev_alias' | 'group_id' | 'form'
type Wrong = Partial<Record<Field, string>>
/** Which field a refusal belongs to. */
const FIELD_OF: Record<string, { field: Field; say: 'notMatching' | 'alreadyRegistered' | 'groupGone' }> = {
  110528: { field: 'password', say: 'notMatching' },
  110534: { field: 'sn_code', say: 'alreadyRegistered' },
  112002: { field: 'group_id', say: 'groupGone' },
}
const FORM = 'register-device'

interface RegisterDialogProps {
  isOpen: boolean
  groups: readonly DeviceGroup[]
  onClose: () => void
  onRegistered: (sn_code: string) => void
}

/** Takes over a device that has connected and belongs to nobody yet. */
export function RegisterDialog(props: RegisterDialogProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const [isPending, setPending] = useState(false)
  return (
    <Dialog
      title={t.registerTitle}
      isOpen={props.isOpen}
      onClose={props.onClose}
      size="small"
      isKeptOpen
      actions={
        <>
          <Button onPress={props.onClose}>{cancel}</Button>
          <SubmitButton isPending={isPending} label={t.register} />
        </>
      }
    >
      <RegisterForm {...props} isPending={isPending} setPending={setPending} />
    </Dialog>
  )
}

/** Stands in the dialog's foot, outside of its form. */
function SubmitButton({ isPending, label }: { isPending: boolean; label: string }) {
  const { root } = useElement()
  return (
    <Button
      look="primary"
      isPending={isPending}
      onPress={() => root.querySelector<HTMLFormElement>(`#${FORM}`)?.requestSubmit()}
    >
      {label}
    </Button>
  )
}

interface RegisterFormProps extends RegisterDialogProps {
  isPending: boolean
  setPending: (isPending: boolean) => void
}

function RegisterForm({ groups, onRegistered, isPending, setPending }: RegisterFormProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const [sn_code, setSn] = useState('')
  const [password, setPassword] = useState('')
  const [dev_alias, setAlias] = useState('')
  const [group, setGroup] = useState<string | null>(null)
  const [wrong, setWrong] = useState<Wrong>({})

  function tell(error: unknown): Wrong {
    if (!(error instanceof ApiError)) return { form: t.unreachable }
    if (error.fields.length > 0) return Object.fromEntries(error.fields.map(({ field, message }) => [field, message]))
    const known = FIELD_OF[error.code]
    return known ? { [known.field]: t[known.say] } : { form: `${messageOf(error.code, lang)} (${error.code})` }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const sn = sn_code.trim()
    const found: Wrong = {
      ...(!SnCode.safeParse(sn).success && { sn_code: t.snWrong }),
      ...(password === '' && { password: t.passwordMissing }),
      ...(dev_alias.trim() === '' && { dev_alias: t.nameMissing }),
    }
    setWrong(found)
    if (Object.keys(found).length > 0) return
    setPending(true)
    try {
      await api.device.register({
        sn_code: sn,
        password,
        dev_alias: dev_alias.trim(),
        ...(group && { group_id: Number(group) }),
      })
      onRegistered(sn)
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setWrong(tell(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <form id={FORM} className="register" onSubmit={submit} noValidate>
      <TextField
        label={t.sn}
        help={t.snHelp}
        name="sn_code"
        value={sn_code}
        onChange={setSn}
        maxLength={LIMITS.snCode}
        error={wrong.sn_code}
        autoComplete="off"
        isRequired
        isAutoFocus
      />
      <PasswordField
        label={t.password}
        help={t.passwordHelp}
        name="password"
        value={password}
        onChange={setPassword}
        maxLength={128}
        error={wrong.password}
        autoComplete="new-password"
        isRequired
      />
      <TextField
        label={t.name}
        help={t.nameHelp}
        name="dev_alias"
        value={dev_alias}
        onChange={setAlias}
        maxLength={LIMITS.deviceListField}
        error={wrong.dev_alias}
        isRequired
      />
      <Select
        label={t.group}
        options={groups.map(({ group_id, group_name }) => ({ id: String(group_id), label: group_name }))}
        value={group}
        onChange={setGroup}
        placeholder={t.noGroup}
        error={wrong.group_id}
        isSearchable={groups.length > 10}
      />
      {wrong.form && (
        <p className="register-wrong" role="alert">
          {wrong.form}
        </p>
      )}
      {/* Enter in a field needs a button of this very form. */}
      <button type="submit" hidden tabIndex={-1} />
    </form>
  )
}
