import { templatesOf } from '../../../core/stores/collections/templates.ts'
import type { Option } from '../../kit/Select.tsx'
import { useCollection } from '../use-collection.ts'

const BOUND_TO_DEVICES = { module_type: 'standard' } as const

/** Templates that devices can have. */
export function useTemplateOptions(): readonly Option[] {
  const { data } = useCollection(templatesOf, BOUND_TO_DEVICES)
  return (data ?? []).map(({ template_id, module_name }) => ({ id: String(template_id), label: module_name }))
}
