import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { type BrokenLine, LINE_WORDS } from '../../core/connection/line.ts'
import { defineText } from '../../core/text/define-text.ts'
import { useElement, useFormat, useProblem, useText } from '../define/index.ts'
import { DocsLink } from '../kit/DocsLink.tsx'
import { StateLine } from './StateLine.tsx'

/** A line that comes back at once would only make the page move. */
const GRACE_MS = 1500
const $nothing = atom(null)

const text = defineText({
  asOf: ['{{line}}，以下为 {{time}} 的数据。', '{{line}}: as of {{time}}.'],
  again: ['正在自动重连。', 'It is tried again by itself.'],
  signIn: ['重新登录后自动继续。', 'Sign in again to go on.'],
})

/** Why nothing new comes to this element, once that has lasted a moment; null while it does. */
export function useLine(): BrokenLine | null {
  const line = useStore(useElement().connection?.$line ?? $nothing)
  const [isLate, setLate] = useState(false)
  const isBroken = line !== null
  useEffect(() => {
    if (!isBroken) return setLate(false)
    const timer = setTimeout(() => setLate(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [isBroken])
  return isLate ? line : null
}

interface LineNoteProps {
  line: BrokenLine
  /** Server's time up to which it is known, where that is not the line's last message. */
  as_of?: number | null
  onRetry?: (() => void) | undefined
}

/** Above what has stopped coming: why, of when it is, and what can be done. */
export function LineNote({ line, as_of = line.as_of, onRetry }: LineNoteProps) {
  const t = useText(text)
  const format = useFormat()
  const { lang, connection } = useElement()
  const reported = useProblem(useStore(connection?.$problem ?? $nothing))
  const word = LINE_WORDS[line.state][lang]
  return (
    <StateLine state={line.state} onRetry={onRetry}>
      {as_of === null ? word : t.asOf({ line: word, time: format.dateTime(as_of) })}{' '}
      {reported?.message ?? (line.state === 'offline' ? t.again : t.signIn)}{' '}
      {reported?.docs && <DocsLink href={reported.docs} />}
    </StateLine>
  )
}
