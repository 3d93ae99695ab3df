import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { TextRow } from '../../core/text/define-text.ts'
import { useElement, useText } from '../../elements/define/index.ts'
import { text } from '../text.ts'
import { Figure } from './Figure.tsx'
import type { Chapter, Guide, GuideId } from './guide.ts'
import { Picture } from './Picture.tsx'

interface GuideViewProps {
  id: GuideId
  guide: Guide
  /** The chapter that is sought; its heading gets the focus. */
  chapter: string | undefined
}

/** A guide with all its chapters on one page. */
export function GuideView({ id, guide, chapter }: GuideViewProps) {
  const t = useText(text)
  const say = useWords()
  const sought = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each chapter that is sought
  useEffect(() => {
    sought.current?.focus({ preventScroll: true })
    sought.current?.scrollIntoView({ block: 'start' })
  }, [id, chapter])
  return (
    <div className="guide">
      <nav className="guide-chapters" aria-label={t.chapters}>
        <Link href="/help">{t.allHelp}</Link>
        <ul>
          {guide.chapters.map((one) => (
            <li key={one.id}>
              <Link href={`/help?topic=${id}/${one.id}`} aria-current={one.id === chapter ? 'true' : undefined}>
                {say(one.title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="guide-text">
        <h1 className="help-title">{say(guide.title)}</h1>
        {guide.chapters.map((one) => (
          <ChapterView key={one.id} chapter={one} headingRef={one.id === chapter ? sought : undefined} />
        ))}
      </div>
    </div>
  )
}

interface ChapterViewProps {
  chapter: Chapter
  headingRef: React.Ref<HTMLHeadingElement> | undefined
}

function ChapterView({ chapter: { title, intro, steps, figure, picture }, headingRef }: ChapterViewProps) {
  const say = useWords()
  return (
    <section className="guide-chapter">
      <h2 ref={headingRef} tabIndex={-1}>
        {say(title)}
      </h2>
      <p>{say(intro)}</p>
      {figure && <Figure name={figure} />}
      {picture && <Picture name={picture} of={say(title)} />}
      {steps.length > 0 && (
        <ol>
          {steps.map((step) => (
            <li key={step[1]}>{say(step)}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** In the language of the page. */
export function useWords(): (row: TextRow) => string {
  const { lang } = useElement()
  return ([zh, en]) => (lang === 'zh' ? zh : en)
}
