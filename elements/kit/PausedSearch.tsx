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
  const [given, setGiven] = useState(value)
  if (given !== value) {
    setGiven(value)
    setTyped(value)
  }
  const tell = useEffectEvent((search: string) => {
    if (search !== value) onChange(search)
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(typed), LIMITS.delayedExecuteMs)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchField label={label} value={typed} onChange={setTyped} onSubmit={onChange} />
}
