import { defineControl } from '../define-control.ts'
import { truthOf } from '../painting/value-text.ts'
import { flangeReach, flowOf, paint } from './paint.ts'
import { type PipeProps, Props } from './props.ts'

/** Repaints a second: enough for dashes that go one dash's way a second. */
const FLOW_FRAMES = 20

const FLOWS = { zh: ['无流动', '流动中'], en: ['No flow', 'Flowing'] } as const

/** A pipe along corners that are shares of the box. */
export default defineControl<PipeProps>({
  kind: 'pipe',
  version: 1,
  category: 'flow',
  props: Props,
  defaults: {
    flow: null,
    isReversed: false,
    isAnimated: false,
    thickness: 12,
    wall: 'auto',
    color: '',
    flowColor: '',
    radius: 12,
    startEnd: 'open',
    endEnd: 'open',
    corners: [
      { x: 0, y: 0.5 },
      { x: 1, y: 0.5 },
    ],
  },
  size: { width: 200, height: 24 },
  bindable: ['flow', 'color', 'flowColor', 'isReversed'],
  isUnmarked: true,
  paint,
  ink: ({ thickness }) => Math.ceil(thickness / 2 + flangeReach(thickness)) + 1,
  motion: (props) => (props.isAnimated && flowOf(props) !== 0 ? FLOW_FRAMES : 0),
  role: 'img',
  speak: ({ flow }, _state, lang) => (flow === null ? null : FLOWS[lang][truthOf(flow) ? 1 : 0]),
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
