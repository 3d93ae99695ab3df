import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Device } from '../../../core/contract/device.ts'
import type { DeviceShare } from '../../../core/contract/device-share.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../form/EntityForm.tsx'
import { useDraft } from '../form/use-draft.ts'
import { useCall } from '../use-call.ts'
import { type Person, UserPicker } from '../user-picker/UserPicker.tsx'
import { sharedWords } from './shared-words.ts'
import { text } from './text.ts'

const DAYS = ['1', '7', '30', '365'] as const
const FOREVER = 'forever'
const KEEP = 'keep'

interface ShareFormProps {
  /** Left out, one is chosen. */
  device?: Pick<Device, 'sn_code' | 'dev_alias' | 'may_write'> | undefined
  /** One that there is, to be changed. */
  share?: DeviceShare | undefined
  isOpen: boolean
  onClose: () => void
  /** After a toast has said so. */
  onShared: () => void
}

/** Shares a device with users, or changes how it is shared with one. */
export function ShareForm({ device, share, isOpen, onClose, onShared }: ShareFormProps) {
  const t = useText(text)
  const format = useFormat()
  const { api, clock, toasts } = useConnection()
  const offered = useCall(api.deviceShare.devices, device ? null : {})
  const form = useDraft(
    {
      sn_code: device?.sn_code ?? '',
      user_ids: (share ? [share] : []) as Person[],
      may_write: share?.may_write ?? false,
      until_time: share ? KEEP : '30',
      remarks: share?.remarks ?? '',
    },
    {
      validate: ({ sn_code, user_ids }): { sn_code?: string; user_ids?: string } => ({
        ...(sn_code === '' && { sn_code: t.deviceNeeded }),
        ...(user_ids.length === 0 && { user_ids: t.usersNeeded }),
      }),
      async send({ sn_code, user_ids, may_write, until_time, remarks }) {
        await api.deviceShare.share({
          sn_code,
          user_ids: user_ids.map(({ user_id }) => user_id),
          may_write,
          until_time: untilOf(until_time),
          remarks,
        })
        toasts.show('success', sharedWords(chosen?.dev_alias ?? sn_code))
        onShared()
      },
    },
  )
  const { draft, set } = form
  const wrong: Partial<Record<keyof typeof draft, string>> = form.wrong
  const chosen = device ?? offered.data?.find(({ sn_code }) => sn_code === draft.sn_code)

  function untilOf(ends: string): number | null {
    if (ends === KEEP) return share?.until_time ?? null
    return ends === FOREVER ? null : clock.now() + Number(ends) * DAY_MS
  }
  const ends = [
    ...(share
      ? [{ id: KEEP, label: share.until_time ? t.keep({ time: format.dateTime(share.until_time) }) : t.forever }]
      : []),
    ...DAYS.map((id) => ({ id: id as string, label: t.inDays({ count: Number(id) }) })),
    ...(share?.until_time === null ? [] : [{ id: FOREVER, label: t.forever }]),
  ]

  return (
    <EntityForm
      title={device ? t.titleOf({ name: device.dev_alias }) : t.title}
      form={form}
      saveLabel={t.share}
      onClose={onClose}
      dialog={{ isOpen, isKeptOpen: form.isUnsaved }}
      above={<p className="muted">{t.why}</p>}
    >
      {!device && (
        <Select
          label={t.device}
          placeholder={t.chooseDevice}
          options={(offered.data ?? []).map(({ sn_code, dev_alias }) => ({
            id: sn_code,
            label: dev_alias,
            note: sn_code,
          }))}
          value={draft.sn_code || null}
          onChange={(sn_code) => set({ sn_code })}
          error={wrong.sn_code}
          isSearchable
        />
      )}
      {!share && (
        <UserPicker
          people={api.deviceShare.people}
          label={t.users}
          chosen={draft.user_ids}
          onChange={(user_ids) => set({ user_ids })}
          atMost={LIMITS.deviceSharees}
          none={t.nobody}
          error={wrong.user_ids}
        />
      )}
      <Checkbox
        isSelected={draft.may_write}
        isDisabled={chosen?.may_write === false && !draft.may_write}
        onChange={(may_write) => set({ may_write })}
      >
        {t.write}
      </Checkbox>
      <Select
        label={t.until}
        options={ends}
        value={draft.until_time}
        onChange={(until_time) => set({ until_time })}
        error={wrong.until_time}
      />
      <TextField
        label={t.remarks}
        value={draft.remarks}
        maxLength={LIMITS.groupRemarks}
        onChange={(remarks) => set({ remarks })}
        error={wrong.remarks}
        lines={2}
      />
    </EntityForm>
  )
}
