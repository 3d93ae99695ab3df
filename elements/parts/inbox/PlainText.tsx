import { useMemo } from 'react'
import { useSheet } from '../../define/index.ts'
import sheet from './inbox.css?sheet'
import { linkParts } from './link-parts.ts'
import { quoteBlocks } from './quote-blocks.ts'

/** A quote of a quote of this many is shown with its signs. */
const DEEPEST = 3

interface PlainTextProps {
  text: string
  /** In how many quotes it stands. */
  depth?: number
}

/** What somebody wrote: its lines as they are, quotes set apart, web addresses as links that tell the other page nothing. */
export function PlainText({ text, depth = 0 }: PlainTextProps) {
  useSheet(sheet)
  const blocks = useMemo(() => (depth < DEEPEST ? quoteBlocks(text) : [{ text, isQuote: false }]), [text, depth])
  return (
    <div className="plain-text">
      {blocks.map((block, i) =>
        block.isQuote ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text stay in their places
          <blockquote key={i}>
            <PlainText text={block.text} depth={depth + 1} />
          </blockquote>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text stay in their places
          <Lines key={i} text={block.text} />
        ),
      )}
    </div>
  )
}

function Lines({ text }: { text: string }) {
  const parts = useMemo(() => linkParts(text), [text])
  return (
    <p>
      {parts.map(({ text: shown, href }, i) =>
        href === undefined ? (
          shown
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text stay in their places
          <a key={i} href={href} target="_blank" rel="noopener noreferrer">
            {shown}
          </a>
        ),
      )}
    </p>
  )
}
