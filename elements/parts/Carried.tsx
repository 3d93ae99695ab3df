import type { ReactNode } from 'react'
import { defineText } from '../../core/text/define-text.ts'
import { useFormat, useSheet, useText } from '../define/index.ts'
import sheet from './carried.css?sheet'

export const carriedText = defineText({
  since: ['{{time}} 上报，此时仍有效', 'Sent at {{time}}, still in force'],
  note: ['灰色斜体为此前上报、当时仍有效的值', 'Values in grey italics were sent before and still in force'],
})

/** A value of a row that was sent before the row's time; as it is where it was sent then. */
export function Carried({ since, children }: { since: number | undefined; children: ReactNode }) {
  useSheet(sheet)
  const t = useText(carriedText)
  const format = useFormat()
  if (since === undefined) return children
  const said = t.since({ time: format.dateTime(since) })
  return (
    <span className="carried" title={said}>
      {children}
      <span className="sg-hidden-visually"> {said}</span>
    </span>
  )
}
