import type { DeviceGroup } from '../../../core/contract/device.ts'
import type { VirtualDeviceDetail } from '../../../core/contract/virtual-device.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { templatesOf } from '../../../core/stores/collections/templates.ts'
import { useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { text } from './editor-text.ts'
import type { Draft } from './virtual-draft.ts'

const NONE = 'none'
/** The templates that virtual devices can have. */
const OFFERED = { module_type: 'nonstandard' } as const
const NO_GROUPS: readonly DeviceGroup[] = []

interface PlaceFieldsProps {
  detail: VirtualDeviceDetail | null
  draft: Draft
  wrong: Partial<Record<string, string>>
  onChange: (part: Partial<Draft>) => void
}

/** The group that it is in, and the template whose screens and alarm rules it has. */
export function PlaceFields({ detail, draft, wrong, onChange }: PlaceFieldsProps) {
  const t = useText(text)
  const groups = useCollection(deviceGroups).data ?? NO_GROUPS
  const found = useCollection(templatesOf, OFFERED).data
  const chosen = groups.find((group) => group.group_id === draft.group_id)
  const own = { id: String(detail?.template_id), label: detail?.module_name ?? String(detail?.template_id) }
  const templates = (found ?? []).map(({ template_id, module_name }) => ({
    id: String(template_id),
    label: module_name,
  }))
  const isOwnListed = detail === null || detail.template_id === null || templates.some(({ id }) => id === own.id)
  const isGroupGone = draft.group_id !== null && !chosen

  return (
    <>
      <Select
        label={t.group}
        options={[
          ...(detail === null ? [{ id: NONE, label: t.defaultGroup }] : []),
          ...(isGroupGone ? [{ id: String(draft.group_id), label: detail?.group_name ?? String(draft.group_id) }] : []),
          ...groups.map(({ group_id, group_name }) => ({ id: String(group_id), label: group_name })),
        ]}
        value={draft.group_id === null ? NONE : String(draft.group_id)}
        onChange={(id) => onChange({ group_id: id === NONE ? null : Number(id) })}
        error={wrong.group_id}
        isSearchable={groups.length > 10}
      />
      <Select
        label={t.template}
        options={[{ id: NONE, label: t.noTemplate }, ...(isOwnListed ? [] : [own]), ...templates]}
        value={draft.template_id === null ? NONE : String(draft.template_id)}
        onChange={(id) => onChange({ template_id: id === NONE ? null : Number(id) })}
        help={t.templateHelp}
        error={wrong.template_id}
        isSearchable={templates.length > 10}
      />
    </>
  )
}
