import type { ReactNode } from 'react'
import { Label } from 'react-aria-components'
import { useSheet } from '../context/element-context.ts'
import sheet from './field.css?sheet'

/** What all fields take: the label above, the help under the field, an error in the place of the help. */
export interface FieldProps {
  label: string
  /** Kept for those who do not see it: where a heading or column already says it. */
  isLabelHidden?: boolean
  help?: string
  /** Shown instead of the help; the field is then marked as wrong. */
  error?: string | undefined
  isDisabled?: boolean
  isRequired?: boolean
  /** Of the value in a form. */
  name?: string
}

interface FieldFrameProps extends Pick<FieldProps, 'label' | 'isLabelHidden' | 'help' | 'error'> {
  /** What the field's `aria-describedby` names: the library's own slots look for it in the document, past shadow roots. */
  describedBy: string
  /** For an input of our own; the library's fields find their label by themselves. */
  labelFor?: { id?: string; htmlFor: string }
  children: ReactNode
}

/** Inside a field of the control library, whose label slot it fills. */
export function FieldFrame({ label, isLabelHidden, help, error, describedBy, labelFor, children }: FieldFrameProps) {
  useSheet(sheet)
  return (
    <>
      <Label className={isLabelHidden ? 'sg-hidden-visually' : 'field-label'} {...labelFor}>
        {label}
      </Label>
      {children}
      <p id={describedBy} className={error ? 'field-error' : 'field-help'}>
        {error || help}
      </p>
    </>
  )
}
