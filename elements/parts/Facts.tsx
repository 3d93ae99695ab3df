import type { ReactNode } from 'react'
import { useSheet } from '../define/index.ts'
import sheet from './facts.css?sheet'

interface FactsProps {
  /** Name and what is said of it; left out where it is null. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** What is known of one thing, a line each. */
export function Facts({ facts }: FactsProps) {
  useSheet(sheet)
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
