import { useEffect, useEffectEvent, useState } from 'react'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { SearchField } from './SearchField.tsx'

interface PausedSearchProps {
  label: string
  value: string
  onChange: (search: string) => void
}

/** Asks when the typing pauses or on Enter, and takes what comes from outside. */
export function PausedSearch({ label, value, onChange }: PausedSearchProps) {
  const [typed, setTyped] = useState(value)
  const [applied, setApplied] = useState(value)
  if (applied !== value) {
    setApplied(value)
    setTyped(value)
  }
  const report = useEffectEvent((search: string) => {
    if (search !== value) onChange(search)
  })
  useEffect(() => {
    const timer = setTimeout(() => report(typed), LIMITS.delayedExecuteMs)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchField label={label} value={typed} onChange={setTyped} onSubmit={onChange} />
}
