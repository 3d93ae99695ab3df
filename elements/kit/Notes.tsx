import { useEffect, useState } from 'react'
import { words } from '../../core/text/words.ts'
import { useElement, useSheet, useText } from '../context/element-context.ts'
import { inWords, type ReportedProblem } from '../context/problem.ts'
import { IconButton } from './Button.tsx'
import { DocsLink } from './DocsLink.tsx'
import { Icon } from './Icon.tsx'
import sheet from './notes.css?sheet'

/** A problem's sentence with a link to the docs; null until it is there. */
export function useProblem(name: string | null): ReportedProblem | null {
  const { lang, connection } = useElement()
  const [reported, setReported] = useState<ReportedProblem | null>(null)
  const baseUrl = connection?.baseUrl
  useEffect(() => {
    let isWanted = true
    setReported(null)
    if (name !== null) void inWords(name, lang, baseUrl).then((words) => isWanted && setReported(words))
    return () => {
      isWanted = false
    }
  }, [name, lang, baseUrl])
  return reported
}

/** What the page's author can mend while the element goes on: above the view, until it is mended or closed. */
export function Notes() {
  const { notes, closeNote } = useElement()
  return notes.map(({ key, problem, detail }) => (
    <Note key={key} problem={problem} detail={detail} onClose={() => closeNote(key)} />
  ))
}

function Note({ problem, detail, onClose }: { problem: string; detail: string; onClose: () => void }) {
  useSheet(sheet)
  const { close } = useText(words)
  const reported = useProblem(problem)
  if (!reported) return null
  return (
    <div className="note" role="status">
      <Icon name="warning" />
      <p className="note-text">
        {reported.message} {detail && <code>{detail}</code>} {reported.docs && <DocsLink href={reported.docs} />}
      </p>
      <IconButton icon="close" label={close} onPress={onClose} />
    </div>
  )
}
