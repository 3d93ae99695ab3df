import { useRef } from 'react'
import { DAY_S } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Client } from '../../../core/connection/client.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { DeviceDetail, DeviceGroup } from '../../../core/contract/device.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { useConnection, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { base64Of } from '../base64.ts'
import { type ChosenPicture, ScenePictureField } from '../device-picture/ScenePictureField.tsx'
import { EntityForm } from '../form/EntityForm.tsx'
import { useDraft } from '../form/use-draft.ts'
import { RegionSelects } from '../region/RegionSelects.tsx'
import { text as regionText } from '../region/text.ts'
import { useCollection } from '../use-collection.ts'
import { useUnsaved } from '../use-unsaved.tsx'
import { type DeviceDraft, draftOf, editOf, isCardNo } from './device-draft.ts'
import sheet from './device-edit.css?sheet'
import { tagsHelp, text as tagText, wrongTags } from './tag-text.ts'
import { text } from './text.ts'

const NO_GROUPS: readonly DeviceGroup[] = []
const CHANGED_SINCE = '100027'

interface DeviceFormProps {
  device: DeviceDetail
  isOpen: boolean
  onClose: () => void
  onSaved: (device: DeviceDetail) => void
  /** In place of the form. */
  onNewPassword: () => void
}

/** Everything that people say of a device. Of a virtual one, its sources say how often it reports, and it has no card. */
export function DeviceForm({ device, isOpen, onClose, onSaved, onNewPassword }: DeviceFormProps) {
  useSheet(sheet)
  const t = { ...useText(tagText), ...useText(regionText), ...useText(text) }
  const { api } = useConnection()
  const groups = useCollection(deviceGroups).data ?? NO_GROUPS
  const unsaved = useUnsaved()
  const { sn_code, is_virtual } = device
  /** What the user was shown last of what is stored. */
  const seen = useRef<DeviceDraft | undefined>(undefined)

  /** Says what somebody else made of each field; the next save is made knowing that. */
  async function conflictOf({ fields }: ApiError): Promise<ApiError> {
    const stored = await api.device.detail({ sn_code })
    seen.current = draftOf(stored)
    return new ApiError(CHANGED_SINCE, {
      fields: fields.map(({ field }) => ({
        field,
        message: t.changed({ value: storedText(stored, field) || t.emptyValue }),
      })),
    })
  }

  const form = useDraft(() => draftOf(device), {
    validate: ({ dev_alias, report_interval_s, tags, card_no }): Partial<Record<keyof DeviceDraft, string>> => ({
      ...(dev_alias.trim() === '' && { dev_alias: t.nameMissing }),
      ...(report_interval_s === null && { report_interval_s: t.intervalMissing }),
      ...wrongTags('tags', tags, t),
      ...(!isCardNo(card_no) && { card_no: t.cardWrong }),
    }),
    async send(draft, first) {
      const { was, ...changed } = editOf(draft, first, seen.current)
      let saved = device
      try {
        if (Object.keys(changed).length > 0) saved = await api.device.edit({ sn_code, ...changed, was })
      } catch (error) {
        throw error instanceof ApiError && error.code === CHANGED_SINCE ? await conflictOf(error) : error
      }
      const { file } = draft
      onSaved(
        typeof file === 'string' || file === first.file
          ? saved
          : { ...saved, picture_tag: await sendPicture(api, sn_code, file) },
      )
    },
    fieldOf: { 110551: { card_no: t.cardTaken }, 112002: { group_id: t.groupGone } },
    onUnsaved: unsaved.setUnsaved,
  })
  const { draft, set, wrong } = form

  const line = (
    field: TextName,
    label: string,
    maxLength: number,
    more: { type?: 'tel' | 'email'; help?: string } = {},
  ) => (
    <TextField
      label={label}
      name={field}
      value={draft[field]}
      onChange={(value) => set({ [field]: value })}
      maxLength={maxLength}
      error={wrong[field]}
      autoComplete="off"
      {...more}
    />
  )

  return (
    <>
      <EntityForm
        title={t.title({ name: device.dev_alias })}
        form={form}
        onClose={() => unsaved.leave(onClose)}
        dialog={{ isOpen, isKeptOpen: true }}
        actions={
          !is_virtual && (
            <span className="row-start">
              <Button icon="key" onPress={() => unsaved.leave(onNewPassword)}>
                {t.newPassword}
              </Button>
            </span>
          )
        }
      >
        <TextField
          label={t.name}
          name="dev_alias"
          value={draft.dev_alias}
          onChange={(dev_alias) => set({ dev_alias })}
          maxLength={LIMITS.deviceListField}
          error={wrong.dev_alias}
          autoComplete="off"
          isRequired
          isAutoFocus
        />
        {line('dev_model', t.model, LIMITS.modelName)}
        <Select
          label={t.group}
          options={groupOptions(groups, device)}
          value={draft.group_id === null ? null : String(draft.group_id)}
          onChange={(id) => set({ group_id: Number(id) })}
          error={wrong.group_id}
          isSearchable={groups.length > 10}
        />
        {!is_virtual && (
          <NumberField
            label={t.interval}
            help={t.intervalHelp}
            name="report_interval_s"
            value={draft.report_interval_s}
            onChange={(report_interval_s) => set({ report_interval_s })}
            min={1}
            max={DAY_S}
            decimals={0}
            unit={t.second}
            error={wrong.report_interval_s}
            isRequired
          />
        )}
        {line('tags', t.tags, 300, { help: tagsHelp(t) })}
        <fieldset className="device-edit-part">
          <legend>{t.place}</legend>
          <RegionSelects
            value={draft.region_code}
            onChange={(region_code) => set({ region_code, ...(region_code !== '' && { region_text: '' }) })}
            none={t.elsewhere}
            error={wrong.region_code}
          />
          {draft.region_code === '' && line('region_text', t.regionText, 64, { help: t.regionTextHelp })}
          {line('site_name', t.site, 32)}
          {line('site_address', t.siteAddress, 120)}
          {line('deployment_address', t.deploymentAddress, 120)}
          <ScenePictureField device={device} value={draft.file} onChange={(file) => set({ file })} error={wrong.file} />
        </fieldset>
        <fieldset className="device-edit-part">
          <legend>{t.contact}</legend>
          {line('contact_name', t.contactName, 32)}
          {line('contact_phone', t.contactPhone, 32, { type: 'tel' })}
          {line('contact_email', t.contactEmail, 64, { type: 'email' })}
        </fieldset>
        {line('remarks', t.remarks, LIMITS.deviceRemarks)}
        {!is_virtual && line('card_no', t.card, 32, { help: t.cardHelp })}
      </EntityForm>
      {unsaved.dialog}
    </>
  )
}

/** The tag of the picture that the device then has. */
async function sendPicture(
  { devicePicture }: Client,
  sn_code: string,
  chosen: ChosenPicture | null,
): Promise<string | null> {
  if (!chosen) {
    await devicePicture.remove({ sn_code })
    return null
  }
  const file = { name: sn_code, content: await base64Of(chosen.blob) }
  return (await devicePicture.set({ sn_code, file })).picture_tag
}

/** A field as people see it. */
function storedText(stored: DeviceDetail, field: string): string {
  if (field === 'group_id') return stored.group_name
  if (field === 'region_code') return stored.region
  return String(draftOf(stored)[field as keyof DeviceDraft] ?? '')
}

type TextName = Exclude<keyof DeviceDraft, 'group_id' | 'report_interval_s' | 'region_code' | 'file'>

/** The groups that may be chosen, and the one that the device is in. */
function groupOptions(groups: readonly { group_id: number; group_name: string }[], device: DeviceDetail) {
  const isListed = groups.some(({ group_id }) => group_id === device.group_id)
  const own = isListed || device.group_id === null ? [] : [{ id: String(device.group_id), label: device.group_name }]
  return [...own, ...groups.map(({ group_id, group_name }) => ({ id: String(group_id), label: group_name }))]
}
