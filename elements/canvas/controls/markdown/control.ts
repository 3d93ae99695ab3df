import * as z from 'zod/mini'
import { FontSize, IsOn, LongText, TextAlign, TextColour } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { sketchText } from '../view/dashboard-sketches.ts'
import { paintFrame } from '../view/paint-frame.ts'

const props = z.object({
  text: LongText,
  fontSize: FontSize,
  textAlign: TextAlign,
  fontColor: TextColour,
  hasFrame: IsOn,
})
export type MarkdownProps = z.infer<typeof props>

/** Text with headings, lists, bold and italic words and links, as Markdown writes them. */
export default defineControl<MarkdownProps>({
  kind: 'markdown',
  version: 1,
  category: 'dashboard',
  props,
  defaults: { text: '', fontSize: 14, textAlign: 'left', fontColor: 'var(--sg-text-1)', hasFrame: true },
  size: { width: 320, height: 160 },
  bindable: ['text', 'fontColor', 'fontSize'],
  // Without a surface of its own the sketch would be seen behind it.
  paint: (painting) => {
    if (painting.props.hasFrame) paintFrame(painting, { title: '', hasFrame: true }, sketchText)
  },
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
