import { useSheet } from '../context/element-context.ts'
import sheet from './progress-bar.css?sheet'

interface ProgressBarProps {
  /** Undefined while it is not known. */
  value: number | undefined
  max: number
  label: string
}

/** How much is done, or used; as wide as where it stands says. */
export function ProgressBar({ label, ...progress }: ProgressBarProps) {
  useSheet(sheet)
  return <progress className="progress-bar" {...progress} aria-label={label} />
}
