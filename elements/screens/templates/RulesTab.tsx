import { useMemo } from 'react'
import { AlarmRules } from '../../parts/alarm-rules/AlarmRules.tsx'
import type { PartProps } from './part.ts'
import { useTemplates } from './templates-context.ts'

/** The alarm rules of a template, which all its devices have. */
export function RulesTab({ template: { template_id }, onUnsaved, reload }: PartProps) {
  const { done, refused } = useTemplates()
  const owner = useMemo(() => ({ template_id }), [template_id])
  return <AlarmRules owner={owner} handlers={{ done, refused }} onUnsaved={onUnsaved} onSaved={reload} />
}
