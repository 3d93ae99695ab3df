import { type DevicePoint, POINT_OVERRIDES } from '../../../../core/contract/device-point.ts'

/** A point as its form holds it: texts are never null there. */
export interface PointDraft {
  name: string
  name_en: string
  unit: string
  decimals: number | null
  write_min: number | null
  write_max: number | null
  /** Of a point of the device itself: whether it is written. */
  access: DevicePoint['access']
  is_hidden: boolean
}

type Said = Omit<PointDraft, 'is_hidden' | 'access'>

const asSaid = ({
  name,
  name_en,
  unit,
  decimals,
  write_min,
  write_max,
}: NonNullable<DevicePoint['template']>): Said => ({
  name,
  name_en: name_en ?? '',
  unit: unit ?? '',
  decimals,
  write_min,
  write_max,
})

export const draftOf = (point: DevicePoint): PointDraft => ({
  ...asSaid(point),
  access: point.access,
  is_hidden: point.is_hidden,
})

/** What the template says, as a form would hold it; null of the device's own points. */
export const templateDraft = ({ template }: Pick<DevicePoint, 'template'>): Said | null => template && asSaid(template)

const trimmed = (draft: PointDraft): PointDraft => ({
  ...draft,
  name: draft.name.trim(),
  name_en: draft.name_en.trim(),
  unit: draft.unit.trim(),
})
/** As the server has it: an empty text is none. */
const sent = (value: PointDraft[keyof PointDraft]) => (value === '' ? null : value)

/**
 * What is sent of a draft: the fields that were changed since `first`, with what they were, and the names of those that
 * have the template's value again, which follow it from then on.
 */
export function editOf(draft: PointDraft, first: PointDraft, template: Said | null, seen: PointDraft = first) {
  const typed = trimmed(draft)
  const changed = (Object.keys(typed) as (keyof PointDraft)[]).filter((field) => typed[field] !== first[field])
  const reset = POINT_OVERRIDES.filter(
    (field) => template !== null && changed.includes(field) && typed[field] === template[field],
  )
  const set = changed.filter((field) => !reset.some((one) => one === field))
  const values = (from: PointDraft) => Object.fromEntries(set.map((field) => [field, sent(from[field])]))
  return { ...values(typed), ...(reset.length > 0 && { reset }), ...(set.length > 0 && { was: values(seen) }) }
}
