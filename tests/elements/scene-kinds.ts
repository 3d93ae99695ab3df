import type { ControlState } from '../../core/canvas/control-state.ts'
import type { RawProps } from '../../core/canvas/kind.ts'
import type { ControlDefinition, Look } from '../../elements/canvas/controls/define-control.ts'
import { placeholderOf, type SceneControl } from '../../elements/canvas/scene/index.ts'
import { COLOURS } from '../../elements/theme/tokens.ts'

const token = (role: string): string => COLOURS[role]?.[0] ?? '#ff00ff'

/** The kit's light colours; pictures as they are handed in. */
export const lookOf = (pictures: ReadonlyMap<string, CanvasImageSource> = new Map()): Look => ({
  colour: (named) => named.replace(/^var\(--sg-([a-z0-9-]+)\)$/, (_, role) => token(role)),
  token,
  fontFamily: 'sans-serif',
  style: 'grey',
  lang: 'en',
  timezone: 'UTC',
  picture: (address) => pictures.get(address) ?? null,
})

// biome-ignore lint/suspicious/noExplicitAny: props of kinds that only tests know.
type Kind = ControlDefinition<any>
const kind = (named: string, own: Partial<Kind>): Kind => ({ ...placeholderOf(named), bindable: ['value'], ...own })

/** A rectangle, a colour by state, a number: what the benchmarks draw too. */
export const tile = kind('tile', {
  paint: ({ context, props, width, height, look }) => {
    context.fillStyle = look.token('surface-2')
    context.fillRect(0, 0, width, height)
    context.fillStyle = look.token(Number(props.value) > 50 ? 'alarm-4' : 'state-online')
    context.fillRect(0, 0, 6, height)
    context.strokeStyle = look.token('line-strong')
    context.lineWidth = 1
    context.strokeRect(0.5, 0.5, width - 1, height - 1)
    context.fillStyle = look.token('text-1')
    context.font = `12px ${look.fontFamily}`
    context.textBaseline = 'middle'
    context.fillText(String(props.value), 12, height / 2)
  },
  valueArea: (_, { width, height }) => ({ x: 0, y: 0, width, height }),
})

/** Reaches beyond its box, is seen through, and leaves the context as it likes. */
export const disc = kind('disc', {
  ink: () => 5,
  paint: ({ context, props, width, height, isPressed }) => {
    context.globalAlpha *= 0.6
    context.lineWidth = 10
    context.strokeStyle = isPressed ? '#000000' : '#0b5cb8'
    context.fillStyle = `hsl(${Number(props.value) * 3} 60% 50%)`
    context.beginPath()
    context.ellipse(width / 2, height / 2, width / 2, height / 2, 0, 0, 7)
    context.fill()
    context.stroke()
    context.setLineDash([3, 5])
    context.translate(400, 3)
  },
})

/** Paints far more than it said; only its box may be seen. */
export const spill = kind('spill', {
  paint: ({ context, props }) => {
    context.fillStyle = `hsl(${Number(props.value) * 3} 80% 70%)`
    context.fillRect(-300, -4, 900, 12)
  },
})

/** Moves by itself, `fps` times a second. */
export const belt = kind('belt', {
  motion: (props) => Number(props.fps ?? 10),
  paint: ({ context, width, height, motionMs }) => {
    context.strokeStyle = '#50617a'
    context.lineWidth = height / 2
    context.setLineDash([10, 6])
    context.lineDashOffset = -motionMs / 20
    context.beginPath()
    context.moveTo(0, height / 2)
    context.lineTo(width, height / 2)
    context.stroke()
  },
})

/** Throws while its value is odd, in the middle of everything. */
export const broken = kind('broken', {
  paint: ({ context, props, width, height }) => {
    context.save()
    context.translate(20, 20)
    context.save()
    context.fillStyle = '#ff0000'
    context.fillRect(-500, -500, 1000, 1000)
    if (Number(props.value) % 2 === 1) throw new Error('odd')
    context.restore()
    context.restore()
    context.fillStyle = '#00ff00'
    context.fillRect(0, 0, width, height)
  },
})

export const picture = kind('picture', {
  paint: ({ context, props, look, width, height }) => {
    const shown = look.picture(String(props.address))
    if (shown && shown !== 'missing') context.drawImage(shown, 0, 0, width, height)
  },
})

export const stateOf = (own: Partial<ControlState> = {}): ControlState => ({
  props: { value: 1 },
  x: 0,
  y: 0,
  width: 80,
  height: 30,
  angle: 0,
  flip_x: false,
  flip_y: false,
  opacity: 1,
  visible: true,
  flicker: 0,
  quality: null,
  alarm_level: 0,
  data_time: null,
  ...own,
})

export const control = (
  control_id: string,
  definition: Kind,
  own: Partial<ControlState> = {},
  isStatic = false,
): SceneControl => ({ control_id, definition, state: stateOf(own), isStatic })

export const withProps = (state: ControlState, props: RawProps): ControlState => ({
  ...state,
  props: { ...state.props, ...props },
})

/** Numbers between 0 and 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let at = seed
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
