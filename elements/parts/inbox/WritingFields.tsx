import { useEffect, useRef } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import { useText } from '../../define/index.ts'
import { TextField } from '../../kit/TextField.tsx'
import type { Wrong } from '../form/use-sending.ts'
import { writingText } from './text.ts'

interface Written {
  title: string
  body: string
}

type Words = Translated<(typeof writingText)['rows']>

/** What is wrong with it before it is sent. */
export function wrongWriting({ title, body }: Written, t: Words, isBodyRequired = false): Wrong<'title' | 'body'> {
  const [line, lines] = [title.trim(), body.trim()]
  return {
    ...(line === '' && { title: t.titleMissing }),
    ...(line.length > LIMITS.noticeTitle && { title: t.titleLong({ most: LIMITS.noticeTitle }) }),
    ...(isBodyRequired && lines === '' && { body: t.bodyMissing }),
    ...(lines.length > LIMITS.noticeBody && { body: t.bodyLong({ most: LIMITS.noticeBody }) }),
  }
}

interface WritingFieldsProps {
  written: Written
  set: (part: Partial<Written>) => void
  wrong: Wrong<'title' | 'body'>
  isBodyRequired?: boolean
  /** Where the writing begins; of the text, above what it has. Null for neither. */
  focus: 'title' | 'body' | null
}

/** What is written to others: a title, and plain text below it. */
export function WritingFields({ written, set, wrong, isBodyRequired = false, focus }: WritingFieldsProps) {
  const t = useText(writingText)
  const bodyField = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const body = focus === 'body' && bodyField.current?.querySelector('textarea')
    if (!body) return
    body.focus()
    body.setSelectionRange(0, 0)
  }, [focus])
  return (
    <>
      <TextField
        label={t.title}
        name="title"
        value={written.title}
        onChange={(title) => set({ title })}
        error={wrong.title}
        autoComplete="off"
        isRequired
        isAutoFocus={focus === 'title'}
      />
      <div ref={bodyField}>
        <TextField
          label={t.body}
          name="body"
          lines={10}
          value={written.body}
          onChange={(body) => set({ body })}
          error={wrong.body}
          help={t.bodyHelp({ count: written.body.length, most: LIMITS.noticeBody })}
          isRequired={isBodyRequired}
        />
      </div>
    </>
  )
}
