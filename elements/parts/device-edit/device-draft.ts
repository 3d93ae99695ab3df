import type { DeviceDetail } from '../../../core/contract/device.ts'
import type { ChosenPicture } from '../device-picture/ScenePictureField.tsx'
import { tagsIn } from './tag-text.ts'

/** What people say of a device, as its form holds it: everything that `PUT /dev/basic` takes, and its scene picture. */
export interface DeviceDraft {
  dev_alias: string
  dev_model: string
  group_id: number | null
  report_interval_s: number | null
  /** With commas between them. */
  tags: string
  site_name: string
  site_address: string
  deployment_address: string
  /** '' for none. */
  region_code: string
  region_text: string
  remarks: string
  contact_name: string
  contact_phone: string
  contact_email: string
  /** Empty for none. */
  card_no: string
  /** The scene picture, called as the call that sets it calls it: the tag of the one that it has, another one, or none. */
  file: string | ChosenPicture | null
}

export const draftOf = (device: DeviceDetail): DeviceDraft => ({
  dev_alias: device.dev_alias,
  dev_model: device.dev_model,
  group_id: device.group_id,
  report_interval_s: device.report_interval_s,
  tags: device.tags.join(', '),
  site_name: device.site_name,
  site_address: device.site_address,
  deployment_address: device.deployment_address,
  region_code: device.region_code,
  region_text: device.region_text,
  remarks: device.remarks,
  contact_name: device.contact_name,
  contact_phone: device.contact_phone,
  contact_email: device.contact_email,
  card_no: device.card_no ?? '',
  file: device.picture_tag,
})

const asSent = ({ card_no, group_id, report_interval_s, tags, file: _, ...draft }: DeviceDraft) => ({
  ...Object.fromEntries(Object.entries(draft).map(([field, value]) => [field, value.trim()])),
  tags: tagsIn(tags),
  card_no: card_no.trim() || null,
  ...(group_id !== null && { group_id }),
  ...(report_interval_s !== null && { report_interval_s }),
})

type Sent = Readonly<Record<string, unknown>>

/** Only what the user changed is sent, with what it was: what somebody else changed beside it stays. */
export function editOf(draft: DeviceDraft, first: DeviceDraft, seen: DeviceDraft = first) {
  const now: Sent = asSent(draft)
  const before: Sent = asSent(first)
  const was: Sent = asSent(seen)
  const fields = Object.keys(now).filter((field) => JSON.stringify(now[field]) !== JSON.stringify(before[field]))
  const partOf = (of: Sent) => Object.fromEntries(fields.map((field) => [field, of[field]]))
  return { ...partOf(now), was: partOf(was) }
}

/** The digits of a card, or nothing. */
export const isCardNo = (card_no: string) => /^(\d{18,32})?$/.test(card_no.trim())
