import { useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { text } from './text.ts'
import { useTemplateOptions } from './use-template-options.ts'

const NONE = 'none'

interface TemplateSelectProps {
  value: number | null
  onChange: (template_id: number | null) => void
  error?: string | undefined
  /** Where it says more than which template a device has. */
  words?: { label: string; help: string; none: string }
}

/** Offers the templates that devices can have; nothing where the user sees none. */
export function TemplateSelect({ value, onChange, error, words }: TemplateSelectProps) {
  const t = useText(text)
  const { label, help, none } = words ?? { label: t.template, help: t.templateHelp, none: t.noTemplate }
  const templates = useTemplateOptions()
  if (templates.length === 0) return null
  return (
    <Select
      label={label}
      help={help}
      options={[{ id: NONE, label: none }, ...templates]}
      value={value === null ? NONE : String(value)}
      onChange={(id) => onChange(id === NONE ? null : Number(id))}
      error={error}
      isSearchable={templates.length > 10}
    />
  )
}
