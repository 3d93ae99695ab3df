import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { ControlDefinition, Look } from '../../../elements/canvas/controls/define-control.ts'
import { createScene, placeholderOf, type Scene, type SceneControl } from '../../../elements/canvas/scene/index.ts'
import { COLOURS } from '../../../elements/theme/tokens.ts'
import {
  BORDER,
  type Change,
  FONT,
  fillOf,
  firstOf,
  fontSizeOf,
  GROUND,
  INK,
  SIZE,
  type Start,
  textOf,
} from './bench-scene.ts'

type Props = { value: number }

const tile: ControlDefinition<Props> = {
  ...(placeholderOf('tile') as unknown as ControlDefinition<Props>),
  bindable: ['value'],
  paint: ({ context, props: { value }, width, height, look }) => {
    context.fillStyle = fillOf(value)
    context.fillRect(0, 0, width, height)
    context.strokeStyle = BORDER
    context.lineWidth = 1
    context.strokeRect(0.5, 0.5, width - 1, height - 1)
    context.fillStyle = INK
    context.font = `${fontSizeOf(height)}px ${look.fontFamily}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(textOf(value), width / 2, height / 2)
  },
}

const token = (role: string): string => COLOURS[role]?.[0] ?? '#808080'
export const look: Look = {
  colour: (named) => named.replace(/^var\(--sg-([a-z0-9-]+)\)$/, (_, role) => token(role)),
  token,
  fontFamily: FONT,
  style: 'grey',
  lang: 'en',
  timezone: 'UTC',
  picture: () => 'missing',
}

const start: Start = (host, tiles) => {
  const controls = tiles.map(({ index, x, y, width, height }) => ({
    control_id: `c${index}`,
    definition: tile,
    state: stateOf({ x, y, width, height, props: { value: firstOf(index) } }),
    isStatic: false,
  }))
  return subjectOf(host, controls, ({ props }, value) => ({ ...props, value }), 0)
}
export default start

export const stateOf = (own: Partial<ControlState>): ControlState => ({
  props: {},
  x: 0,
  y: 0,
  width: 0,
  height: 0,
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

/** A scene of ours as a subject of the benchmark; `propsOf` says what a control shows for a value. A px may differ by `slack` of 255. */
export function subjectOf(
  host: HTMLElement,
  controls: readonly SceneControl[],
  propsOf: (state: ControlState, value: number, index: number) => ControlState['props'],
  slack: number,
) {
  const scene = createScene({ look })
  const states = controls.map(({ state }) => state)
  scene.setControls(controls, { ...SIZE, background: { color: GROUND } })
  scene.attach(host)
  return {
    apply(changes: readonly Change[]) {
      const changed = new Map<string, ControlState>()
      for (const [index, value] of changes) {
        const before = states[index] as ControlState
        const state = { ...before, props: propsOf(before, value, index) }
        states[index] = state
        changed.set(`c${index}`, state)
      }
      scene.update(changed)
    },
    pan: (x: number, y: number) => scene.setView({ zoom: 1, x: -x, y: -y }),
    wrongPixels: () => wrongPixels(scene, host.querySelector('canvas') as HTMLCanvasElement, slack),
  }
}

const differs = (one: number, other: number, slack: number): boolean =>
  one !== other && [0, 8, 16].some((bits) => Math.abs(((one >> bits) & 255) - ((other >> bits) & 255)) > slack)

function wrongPixels(scene: Scene, canvas: HTMLCanvasElement, slack: number): number {
  const pixels = () => {
    scene.paintNow()
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    return new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)
  }
  const before = pixels()
  scene.repaintAll()
  const after = pixels()
  return before.reduce((count, colour, at) => count + (differs(colour, after[at] as number, slack) ? 1 : 0), 0)
}
