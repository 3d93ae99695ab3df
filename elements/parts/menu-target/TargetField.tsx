import { useId, useState } from 'react'
import type { MenuTargetFound } from '../../../core/contract/custom-menu.ts'
import { lazyPart, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import fieldSheet from '../../kit/field.css?sheet'
import { Popover } from '../../kit/Popover.tsx'
import sheet from './target-field.css?sheet'
import { text } from './text.ts'

const TargetChoice = lazyPart(() => import('./TargetChoice.tsx').then((chunk) => chunk.TargetChoice), null)

export type TargetKind = 'dashboard' | 'screen'

interface TargetFieldProps {
  kind: TargetKind
  label: string
  value: number | null
  /** What it is called; null for one that is gone, or not for the user. */
  name: string | null
  /** Said of none, which can be chosen; left out where one has to be. */
  none?: string
  help?: string
  error?: string | undefined
  isDisabled?: boolean
  onChange: (chosen: MenuTargetFound | null) => void
}

/** One of the dashboards or screens that the user sees, by search: there may be hundreds. */
export function TargetField(props: TargetFieldProps) {
  const { kind, label, value, name, none, help, error, isDisabled = false, onChange } = props
  useSheet(fieldSheet)
  useSheet(sheet)
  const t = useText(text)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const shown = value === null ? (none ?? t.choose) : (name ?? t.gone({ id: value }))
  return (
    <fieldset className="field target-field" aria-describedby={id} data-invalid={error ? true : undefined}>
      <legend className="field-label">{label}</legend>
      <Popover
        label={label}
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button icon={kind === 'dashboard' ? 'gauge' : 'screen'} isDisabled={isDisabled}>
            {shown}
          </Button>
        }
      >
        <TargetChoice
          kind={kind}
          value={value}
          {...(none !== undefined && { none })}
          onChoose={(chosen) => {
            onChange(chosen)
            setOpen(false)
          }}
        />
      </Popover>
      <p id={id} className={error ? 'field-error' : 'field-help'}>
        {error || help}
      </p>
    </fieldset>
  )
}
