import type { ControlState } from '../../core/canvas/control-state.ts'
import { createScene, type Scene, type SceneControl, type ScenePage } from '../../elements/canvas/scene/index.ts'
import { place } from './check.ts'
import { belt, broken, control, disc, lookOf, randomOf, spill, stateOf, tile, withProps } from './scene-kinds.ts'

const PAGE: ScenePage = { width: 900, height: 600, background: { color: '#e9ebee' } }
const SEEDS = [1, 2, 3, 4]

const scenes: Scene[] = []
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.dispose()
})

const hostOf = (width: number, height: number): HTMLElement =>
  place(`<div style="position: relative; width: ${width}px; height: ${height}px"></div>`)
    .firstElementChild as HTMLElement

function sceneIn(host: HTMLElement, controls: SceneControl[], page = PAGE, showsBeyondPage = false): Scene {
  const scene = createScene({ look: lookOf(), showsBeyondPage })
  scenes.push(scene)
  scene.setControls(controls, page)
  scene.attach(host)
  return scene
}

function pixels(host: HTMLElement): ImageData {
  const canvas = host.querySelector('canvas') as HTMLCanvasElement
  return (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height)
}

/** Browsers smooth a curve differently by what it is cut off at: by so much of 255 where several lie upon each other, more in a few px. */
const SMOOTHING = 40
const MOST_SMOOTHING = 100
const FEW = 60
/** A straight edge that was copied has been rounded differently. */
const ROUNDING = 4

function expectSame(what: string, one: ImageData, other: ImageData, slack = SMOOTHING): void {
  if (one.width !== other.width || one.height !== other.height) throw new Error(`${what}: other sizes`)
  const wrong: string[] = []
  let worst = 0
  for (let at = 0; at < one.data.length; at++) {
    const difference = Math.abs((one.data[at] as number) - (other.data[at] as number))
    if (difference <= slack) continue
    worst = Math.max(worst, difference)
    const px = at >> 2
    wrong.push(`${px % one.width},${Math.floor(px / one.width)} by ${difference}`)
  }
  if (slack === SMOOTHING && wrong.length < FEW && worst < MOST_SMOOTHING) return
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.length} values differ, ${wrong.slice(0, 4).join('; ')}`)
}

/** What the scene has painted bit by bit against the same scene painted anew. */
function expectWhole(what: string, scene: Scene, host: HTMLElement, slack = SMOOTHING): void {
  scene.paintNow()
  const before = pixels(host)
  scene.repaintAll()
  scene.paintNow()
  expectSame(what, before, pixels(host), slack)
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

const KINDS = [tile, tile, disc, spill, broken]
function randomControls(random: () => number, count: number, isMoving: boolean): SceneControl[] {
  const kinds = isMoving ? [...KINDS, belt] : KINDS
  return Array.from({ length: count }, (_, n) => {
    const definition = kinds[Math.floor(random() * kinds.length)] as (typeof KINDS)[number]
    const own = {
      x: random() * 900 - 40,
      y: random() * 600 - 20,
      width: 10 + random() * 110,
      height: 6 + random() * 60,
      angle: random() < 0.3 ? random() * 360 : 0,
      flip_x: random() < 0.1,
      opacity: random() < 0.2 ? random() : 1,
      flicker: isMoving && random() < 0.1 ? 0.5 : 0,
      props: { value: Math.floor(random() * 100), fps: random() < 0.5 ? 60 : 7 },
    }
    return control(`c${n}`, definition, own, random() < 0.4)
  })
}

function randomChange(random: () => number, state: ControlState): ControlState {
  const what = random()
  if (what < 0.6) return withProps(state, { value: Math.floor(random() * 100) })
  if (what < 0.7) return { ...state, x: state.x + random() * 60 - 30, y: state.y + random() * 60 - 30 }
  if (what < 0.75) return { ...state, angle: random() * 360 }
  if (what < 0.8) return { ...state, width: 10 + random() * 150 }
  if (what < 0.85) return { ...state, visible: !state.visible }
  if (what < 0.9) return { ...state, opacity: random() }
  if (what < 0.95) return { ...state, alarm_level: Math.floor(random() * 6) }
  const qualities = [null, 'good', 'stale', 'bad', 'missing', 'waiting', 'uncertain'] as const
  return { ...state, quality: qualities[Math.floor(random() * qualities.length)] ?? null }
}

/** Changes a scene at random for some frames, as screens, replays and people do. */
async function shake(
  random: () => number,
  scene: Scene,
  controls: SceneControl[],
  rounds: number,
  changed = (state: ControlState) => randomChange(random, state),
): Promise<SceneControl[]> {
  let now = controls
  let view = { zoom: 1, x: 0, y: 0 }
  for (let round = 0; round < rounds; round++) {
    const states = new Map<string, ControlState>()
    const share = random() < 0.2 ? 0.9 : 0.1
    now = now.map((one) => {
      if (random() > share || (one.isStatic && random() > 0.05)) return one
      const state = changed(one.state)
      states.set(one.control_id, state)
      return { ...one, state }
    })
    scene.update(states)
    if (random() < 0.4) view = { ...view, x: view.x + random() * 80 - 40, y: view.y + random() * 80 - 40 }
    if (random() < 0.1) view = { ...view, zoom: 0.4 + random() * 1.4 }
    scene.setView(view)
    if (random() < 0.2) scene.setPressed(now[Math.floor(random() * now.length)]?.control_id ?? null)
    else scene.setPressed(null)
    if (random() < 0.15) {
      const without = now.filter(() => random() > 0.1)
      now = [...without, control(`new${round}`, tile, { x: random() * 700, y: random() * 500 })]
      scene.setControls(now, PAGE)
    }
    if (random() < 0.8) await frame()
  }
  scene.setPressed(null)
  scene.setView(view)
  return now
}

for (const seed of SEEDS) {
  it(`a partial repaint is exactly the full repaint, where nothing is curved or turned (${seed})`, async () => {
    const random = randomOf(seed * 31)
    const host = hostOf(640, 480)
    const straight = randomControls(random, 150, false).map((one) => ({
      ...one,
      definition: one.definition === disc ? spill : one.definition,
      state: { ...one.state, angle: 0 },
    }))
    const scene = sceneIn(host, straight)
    for (let part = 0; part < 3; part++) {
      await shake(random, scene, straight, 12, (state) => {
        const next = randomChange(random, state)
        return { ...next, angle: 0, alarm_level: 0, quality: null }
      })
      expectWhole(`part ${part}`, scene, host, ROUNDING)
    }
  })
  it(`a partial repaint is to the px the full repaint, however the scene was changed (${seed})`, async () => {
    const random = randomOf(seed)
    const host = hostOf(640, 480)
    const controls = randomControls(random, 60 + seed * 30, seed % 2 === 0)
    const scene = sceneIn(host, controls, PAGE, seed % 3 === 0)
    for (let part = 0; part < 4; part++) {
      await shake(random, scene, controls, 12)
      expectWhole(`part ${part}`, scene, host)
    }
  })
  it(`a partial repaint is to the px that of another scene of the same controls (${seed})`, async () => {
    const random = randomOf(seed * 77)
    const host = hostOf(640, 480)
    const scene = sceneIn(host, [])
    const controls = await shake(random, scene, randomControls(random, 150, false), 30)
    scene.setControls(controls, PAGE)
    scene.setView({ zoom: 0.9, x: 20, y: -30 })
    scene.paintNow()
    const other = hostOf(640, 480)
    const second = sceneIn(other, controls)
    second.setView({ zoom: 0.9, x: 20, y: -30 })
    second.paintNow()
    expectSame('another scene', pixels(host), pixels(other))
  })
}

it('a partial repaint of the scene is right where hundreds lie upon each other', async () => {
  const host = hostOf(640, 480)
  const random = randomOf(9)
  const controls = Array.from({ length: 700 }, (_, n) =>
    control(`c${n}`, n % 2 ? disc : tile, { x: random() * 300, y: random() * 200, width: 300, height: 200 }),
  )
  const scene = sceneIn(host, controls)
  for (let round = 0; round < 3; round++) {
    scene.update(new Map(controls.map(({ control_id, state }) => [control_id, withProps(state, { value: round * 9 })])))
    await frame()
  }
  expectWhole('a heap', scene, host)
})

it('a partial repaint of the scene is right at a corner that is turned, out of the page, and of no size', async () => {
  const host = hostOf(640, 480)
  const odd = [
    control('corner', tile, { x: 880, y: -10, angle: 45, alarm_level: 5, quality: 'stale' }),
    control('nothing', tile, { x: 30, y: 30, width: 0, height: 0 }),
    control('nan', tile, { x: Number.NaN, y: 30 }),
    control('far', tile, { x: 1e9, y: -1e9 }),
    control('huge', disc, { x: -1e6, y: -1e6, width: 2e6, height: 2e6, opacity: 0.2 }),
  ]
  const scene = sceneIn(host, odd)
  scene.setView({ zoom: 1, x: 400, y: -100 })
  await frame()
  scene.update(
    new Map([
      ['nan', stateOf({ x: 500, y: 40 })],
      ['corner', stateOf({ x: 800, y: 5, alarm_level: 1 })],
    ]),
  )
  expectWhole('odd places', scene, host)
})
