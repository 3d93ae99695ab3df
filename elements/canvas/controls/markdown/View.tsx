import { Fragment, useMemo } from 'react'
import { useSheet, useText } from '../../../define/index.ts'
import type { ViewProps } from '../define-control.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewNote } from '../view/ViewNote.tsx'
import type { MarkdownProps } from './control.ts'
import sheet from './markdown.css?sheet'
import { type Block, parseMarkdown, type Span } from './parse.ts'
import { text } from './text.ts'

/** A text with its marks; made of elements, never of markup. */
export default function View({ props, isEditing, look }: ViewProps<MarkdownProps>) {
  useSheet(sheet)
  const t = useText(text)
  const { text: written, fontSize, textAlign, fontColor, hasFrame } = props
  const blocks = useMemo(() => parseMarkdown(String(written)), [written])
  return (
    <ViewFrame title="" hasFrame={hasFrame} isEditing={false}>
      {blocks.length === 0 ? (
        <ViewNote icon="info" title={t.noText} />
      ) : (
        // A text that is longer than its place is scrolled by keys.
        <div
          className="markdown"
          tabIndex={isEditing ? -1 : 0}
          style={{ fontSize, textAlign, color: look.colour(fontColor) }}
        >
          {blocks.map((block, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are their places
            <BlockView key={at} block={block} isEditing={isEditing} />
          ))}
        </div>
      )}
    </ViewFrame>
  )
}

function BlockView({ block, isEditing }: { block: Block; isEditing: boolean }) {
  const spans = (of: readonly Span[]) => <Spans of={of} isEditing={isEditing} />
  switch (block.is) {
    case 'heading': {
      const Heading = (['h3', 'h4', 'h5'] as const)[block.level - 1] ?? 'h5'
      return <Heading>{spans(block.of)}</Heading>
    }
    case 'paragraph':
      return (
        <p>
          {block.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are their places
            <Fragment key={at}>
              {at > 0 && <br />}
              {spans(line)}
            </Fragment>
          ))}
        </p>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items are their places
            <li key={at}>{spans(item)}</li>
          ))}
        </List>
      )
    }
    case 'rule':
      return <hr />
  }
}

function Spans({ of, isEditing }: { of: readonly Span[]; isEditing: boolean }) {
  return of.map((span, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: spans are their places
    return <Fragment key={at}>{shown(span)}</Fragment>
  })

  function shown(span: Span) {
    switch (span.is) {
      case 'text':
        return span.text
      case 'bold':
        return <strong>{<Spans of={span.of} isEditing={isEditing} />}</strong>
      case 'italic':
        return <em>{<Spans of={span.of} isEditing={isEditing} />}</em>
      case 'code':
        return <code>{span.text}</code>
      case 'link':
        return (
          <a href={span.href} target="_blank" rel="noopener noreferrer" tabIndex={isEditing ? -1 : undefined}>
            <Spans of={span.of} isEditing={isEditing} />
          </a>
        )
    }
  }
}
