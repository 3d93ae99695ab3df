import {
  createScene,
  placeholderOf,
  type Scene,
  type SceneControl,
  type SceneOptions,
} from '../../elements/canvas/scene/index.ts'
import { equal, place, turn, until } from './check.ts'
import { belt, broken, control, lookOf, picture, stateOf, tile, withProps } from './scene-kinds.ts'

const PAGE = { width: 400, height: 300, background: { color: '#e9ebee' } }

const scenes: Scene[] = []
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.dispose()
  Reflect.deleteProperty(document, 'hidden')
})

function shown(controls: SceneControl[], options: Partial<SceneOptions> = {}, style = 'width: 400px; height: 300px') {
  const host = place(`<div style="position: relative; ${style}"></div>`).firstElementChild as HTMLElement
  const scene = createScene({ look: lookOf(), ...options })
  scenes.push(scene)
  scene.setControls(controls, PAGE)
  scene.attach(host)
  return { scene, host, canvas: host.querySelector('canvas') as HTMLCanvasElement }
}

/** `#rrggbb` of a px of the canvas. */
function colourAt(canvas: HTMLCanvasElement, x: number, y: number): string {
  const [red, green, blue] = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(x, y, 1, 1).data
  return `#${[red, green, blue].map((value) => (value as number).toString(16).padStart(2, '0')).join('')}`
}
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const idle = (scene: Scene) => until('all is painted', () => scene.stats().waiting === 0)

const plain = (fill: string) => ({
  ...placeholderOf('plain'),
  paint: ({ context, width, height }: { context: CanvasRenderingContext2D; width: number; height: number }) => {
    context.fillStyle = fill
    context.fillRect(0, 0, width, height)
  },
})

it('a scene has its first picture as soon as it is attached', () => {
  const { canvas } = shown([control('a', plain('#112233'), { x: 10, y: 10 })])
  equal(colourAt(canvas, 20, 20), '#112233')
  equal(colourAt(canvas, 5, 5), '#e9ebee')
})

it('a scene paints only what has changed', async () => {
  const controls = Array.from({ length: 40 }, (_, n) => control(`c${n}`, tile, { x: (n % 4) * 90, y: (n >> 2) * 30 }))
  const { scene } = shown(controls)
  await idle(scene)
  const before = scene.stats()
  scene.update(new Map([['c7', withProps(controls[7]?.state ?? stateOf(), { value: 70 })]]))
  await idle(scene)
  equal(scene.stats().painted - before.painted, 1)
  equal(scene.stats().wholes, before.wholes)
  scene.update(new Map(controls.slice(0, 5).map(({ control_id, state }) => [control_id, { ...state, data_time: 5 }])))
  equal(scene.stats().waiting, 0)
})

it('a scene spreads a change of thousands over frames, and has shown all of it soon', async () => {
  const controls = Array.from({ length: 4000 }, (_, n) =>
    control(`c${n}`, tile, { x: (n % 80) * 5, y: Math.floor(n / 80) * 6, width: 5, height: 6 }),
  )
  const { scene } = shown(controls)
  await idle(scene)
  const before = scene.stats()
  scene.update(new Map(controls.map(({ control_id, state }) => [control_id, withProps(state, { value: 99 })])))
  await idle(scene)
  const after = scene.stats()
  equal(after.frames - before.frames > 2, true)
  equal(after.frames - before.frames <= 80, true)
})

it('a scene stretches its picture while thousands are zoomed, and then paints them', async () => {
  const controls = Array.from({ length: 2000 }, (_, n) =>
    control(`c${n}`, tile, { x: (n % 50) * 8, y: Math.floor(n / 50) * 7, width: 8, height: 7 }),
  )
  const { scene } = shown([...controls, control('a', plain('#112233'), { x: 0, y: 0, width: 40, height: 40 })])
  await idle(scene)
  const { wholes } = scene.stats()
  for (let step = 1; step <= 8; step++) {
    scene.setView({ zoom: 1 - step / 40, x: 0, y: 0 })
    await frame()
  }
  equal(scene.stats().wholes - wholes <= 4, true)
  await idle(scene)
  equal(scene.stats().wholes > wholes, true)
})

it('a scene paints what does not change into the ground, and takes it out once it does', async () => {
  const { scene, canvas } = shown([
    control('tank', plain('#445566'), { x: 0, y: 0, width: 200, height: 200 }, true),
    control('level', plain('#aa0000'), { x: 20, y: 20, width: 50, height: 50 }),
    control('glass', plain('#00aa00'), { x: 60, y: 20, width: 50, height: 50 }, true),
    control('sign', plain('#0000aa'), { x: 220, y: 20, width: 50, height: 50 }, true),
  ])
  equal(scene.stats().inGround, 2)
  equal(colourAt(canvas, 65, 30), '#00aa00')
  scene.update(new Map([['level', stateOf({ x: 200, y: 20, width: 50, height: 50 })]]))
  await idle(scene)
  equal(scene.stats().inGround, 1)
  equal([colourAt(canvas, 30, 30), colourAt(canvas, 230, 30)].join(), '#445566,#0000aa')
  scene.update(new Map([['tank', stateOf({ visible: false })]]))
  await idle(scene)
  equal(scene.stats().inGround, 0)
  equal(colourAt(canvas, 30, 30), '#e9ebee')
})

it('a scene finds the topmost control at a spot, however it is turned, and those in a box', () => {
  const { scene } = shown([
    control('low', tile, { x: 0, y: 0, width: 200, height: 100 }),
    control('high', tile, { x: 50, y: 20, width: 100, height: 20, angle: 90 }),
    control('unseen', tile, { x: 0, y: 0, width: 400, height: 300, visible: false }),
  ])
  equal(scene.hit(100, 75), 'high')
  equal(scene.hit(60, 30), 'low')
  equal(
    scene.hit(100, 75, (control_id) => control_id !== 'high'),
    'low',
  )
  equal(scene.hit(300, 200), null)
  equal(scene.controlsIn({ x: 95, y: 70, width: 10, height: 10 }), ['low', 'high'])
  equal(scene.controlsIn({ x: 60, y: 25, width: 10, height: 10 }), ['low'])
  equal(scene.controlsIn({ x: 80, y: -30, width: 50, height: 120 }, true), ['high'])
})

it('a scene goes on when a painter throws: a placeholder stands there, the defect is told once, and it heals', async () => {
  const errors: string[] = []
  const odd = Array.from({ length: 6 }, (_, n) =>
    control(`c${n}`, broken, { x: n * 60, y: 100, width: 50, height: 50, props: { value: n } }, n > 3),
  )
  const { scene, canvas } = shown([...odd, control('after', plain('#112233'), { x: 0, y: 200 })], {
    onPainterError: (control_id, kind, error) => errors.push(`${control_id} ${kind} ${(error as Error).message}`),
  })
  await idle(scene)
  equal(errors, ['c5 broken odd'])
  equal([colourAt(canvas, 20, 110), colourAt(canvas, 5, 205)].join(), '#00ff00,#112233')
  equal(colourAt(canvas, 70, 110), '#fbfbfc')
  equal(colourAt(canvas, 55, 125), '#e9ebee')
  scene.update(new Map([['c1', withProps(odd[1]?.state ?? stateOf(), { value: 2 })]]))
  await idle(scene)
  equal(colourAt(canvas, 70, 110), '#00ff00')
  equal(errors.length, 1)
})

it('a scene paints a picture once it has come, in the ground and above it', async () => {
  const pictures = new Map<string, CanvasImageSource>()
  const { scene, canvas } = shown(
    [
      control('still', picture, { x: 0, y: 0, props: { address: 'pump' } }, true),
      control('live', picture, { x: 100, y: 0, props: { address: 'pump' } }),
    ],
    { look: lookOf(pictures) },
  )
  await idle(scene)
  equal(colourAt(canvas, 10, 10), '#e9ebee')
  const drawn = document.createElement('canvas')
  const context = drawn.getContext('2d') as CanvasRenderingContext2D
  context.fillStyle = '#123456'
  context.fillRect(0, 0, 300, 150)
  pictures.set('pump', drawn)
  scene.pictureCame('pump')
  await idle(scene)
  equal([colourAt(canvas, 10, 10), colourAt(canvas, 110, 10)].join(), '#123456,#123456')
})

it('a scene marks alarms by shape and values that are not to be trusted by a hatch, and takes both away', async () => {
  const { scene, canvas } = shown([control('a', plain('#ffffff'), { x: 50, y: 50, width: 100, height: 60 })])
  const before = scene.toCanvas({ scale: 1 })
  scene.update(new Map([['a', stateOf({ x: 50, y: 50, width: 100, height: 60, alarm_level: 5, quality: 'stale' })]]))
  await idle(scene)
  equal(colourAt(canvas, 144, 50), '#f5342c')
  const row = Array.from({ length: 40 }, (_, x) => colourAt(canvas, 60 + x, 80))
  equal(new Set(row).size > 1, true)
  scene.update(new Map([['a', stateOf({ x: 50, y: 50, width: 100, height: 60 })]]))
  await idle(scene)
  equal(canvas.toDataURL() === before.toDataURL(), true)
})

it('a scene draws the page as a picture, at rest and at any scale, without being on a page itself', () => {
  const scene = createScene({ look: lookOf() })
  scenes.push(scene)
  const view = { ...placeholderOf('video'), paint: undefined }
  scene.setControls([control('a', plain('#112233'), { x: 10, y: 10 }), control('v', view, { x: 200, y: 100 })], PAGE)
  const made = scene.toCanvas({ scale: 0.5 })
  equal(`${made.width} × ${made.height}`, '200 × 150')
  equal(colourAt(made, 8, 8), '#112233')
  equal(colourAt(made, 103, 53), '#fbfbfc')
})

it('the scheduler of a scene moves what moves, at its own pace, and rests when nothing does', async () => {
  const moving = control('belt', belt, { x: 10, y: 10, props: { fps: 20 } })
  const { scene } = shown([moving, control('still', tile, { x: 10, y: 100 })])
  const began = scene.stats().painted
  await until('it has moved five times', () => scene.stats().painted - began >= 5)
  scene.update(new Map([['belt', withProps(moving.state, { fps: 0 })]]))
  await idle(scene)
  for (let n = 0; n < 5; n++) await frame()
  const { painted } = scene.stats()
  for (let n = 0; n < 15; n++) await frame()
  equal(scene.stats().painted, painted)
})

it('the scheduler of a scene flickers no more than three times a second, whatever is requested', async () => {
  const { scene, canvas } = shown([control('a', plain('#000000'), { x: 0, y: 0, flicker: 0.01 })])
  const seen: string[] = []
  const began = performance.now()
  while (seen.length < 8) {
    const colour = colourAt(canvas, 5, 5)
    if (colour !== seen.at(-1)) seen.push(colour)
    await frame()
  }
  equal(new Set(seen).size, 2)
  // Two changes are one flash; the first colour is none.
  const changesMost = 1 + (6 * (performance.now() - began)) / 1000
  equal(seen.length - 1 <= changesMost, true)
  equal(scene.stats().wholes <= 3, true)
})

it('the scheduler of a scene stops while the page is hidden, and shows all that happened when it is seen again', async () => {
  const moving = control('belt', belt, { x: 10, y: 10, props: { fps: 60 } })
  const other = control('a', plain('#112233'), { x: 200, y: 200 })
  const { scene, canvas } = shown([moving, other])
  await until('it moves', () => scene.stats().painted > 5)
  Object.defineProperty(document, 'hidden', { configurable: true, value: true })
  document.dispatchEvent(new Event('visibilitychange'))
  const before = scene.stats()
  equal(before.isHeld, true)
  scene.update(new Map([['a', stateOf({ x: 100, y: 200 })]]))
  for (let n = 0; n < 10; n++) await frame()
  equal(scene.stats().frames, before.frames)
  Reflect.deleteProperty(document, 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await idle(scene)
  equal([colourAt(canvas, 110, 210), colourAt(canvas, 250, 210)].join(), '#112233,#e9ebee')
})

it('the scheduler of a scene stops while it is scrolled out of sight', async () => {
  const { scene, host } = shown([control('belt', belt, { props: { fps: 60 } })])
  await until('it moves', () => scene.stats().painted > 3)
  host.style.marginTop = '5000px'
  await until('it is held', () => scene.stats().isHeld)
  const { frames } = scene.stats()
  for (let n = 0; n < 10; n++) await frame()
  equal(scene.stats().frames, frames)
  host.style.marginTop = '0'
  await until('it goes on', () => !scene.stats().isHeld && scene.stats().frames > frames)
})

it('the scheduler of a scene moves nothing for those who want no motion, and marks what would flicker', async () => {
  const { matchMedia } = window
  window.matchMedia = (query) => {
    const found = matchMedia.call(window, query)
    const isAsked = query.includes('reduced-motion')
    return isAsked ? Object.defineProperty(found, 'matches', { value: true }) : found
  }
  try {
    const { scene, canvas } = shown([
      control('belt', belt, { y: 100, props: { fps: 60 } }),
      control('a', plain('#ffffff'), { x: 0, y: 0, flicker: 0.5 }),
    ])
    await idle(scene)
    const { painted } = scene.stats()
    for (let n = 0; n < 10; n++) await frame()
    equal(scene.stats().painted, painted)
    equal(colourAt(canvas, 40, 15), '#ffffff')
    equal(colourAt(canvas, 3, 1), '#1c2127')
  } finally {
    window.matchMedia = matchMedia
  }
})

it('the scheduler of a scene has as many px as the screen has', async () => {
  const own = Object.getOwnPropertyDescriptor(window, 'devicePixelRatio') as PropertyDescriptor
  Object.defineProperty(window, 'devicePixelRatio', { configurable: true, value: 2 })
  try {
    const { scene, canvas } = shown([control('a', plain('#112233'), { x: 100, y: 100, width: 10, height: 10 })])
    await idle(scene)
    equal(`${canvas.width} ${canvas.style.width}`, '800 400px')
    equal([colourAt(canvas, 219, 219), colourAt(canvas, 220, 220)].join(), '#112233,#e9ebee')
  } finally {
    Object.defineProperty(window, 'devicePixelRatio', own)
  }
})

it('the scheduler of a scene follows the size of its host', async () => {
  const { scene, host, canvas } = shown(
    [control('a', plain('#112233'), { x: 300, y: 200 })],
    {},
    'width: 100px; height: 100px',
  )
  equal(canvas.width, Math.round(100 * devicePixelRatio))
  host.style.width = '400px'
  host.style.height = '300px'
  await until('the canvas has grown', () => canvas.width === Math.round(400 * devicePixelRatio))
  await idle(scene)
  equal(colourAt(canvas, 310 * devicePixelRatio, 210 * devicePixelRatio), '#112233')
})

it('the scheduler of a scene leaves no listener, timer or frame behind', async () => {
  let listeners = 0
  const frames = new Set<number>()
  const timers = new Set<number>()
  const { requestAnimationFrame: ask, cancelAnimationFrame: cancel, setTimeout: time, clearTimeout: stop } = window
  const { addEventListener: add } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const { signal } = (options ?? {}) as AddEventListenerOptions
    listeners += 1
    if (signal) add.call(signal, 'abort', () => (listeners -= 1))
    add.call(this, type, listener, options)
  }
  window.requestAnimationFrame = (run) => {
    const id = ask((now) => {
      frames.delete(id)
      run(now)
    })
    frames.add(id)
    return id
  }
  window.cancelAnimationFrame = (id) => {
    frames.delete(id)
    cancel(id)
  }
  Object.assign(window, {
    setTimeout: (run: () => void, ms: number) => {
      const id = time(() => {
        timers.delete(id)
        run()
      }, ms) as unknown as number
      timers.add(id)
      return id
    },
    clearTimeout: (id: number) => {
      timers.delete(id)
      stop(id)
    },
  })
  try {
    const { scene, host } = shown([
      control('belt', belt, { props: { fps: 60 } }),
      control('slow', belt, { y: 100, props: { fps: 1 } }),
    ])
    equal(listeners > 0, true)
    await until('it moves', () => scene.stats().painted > 5)
    scene.dispose()
    equal([listeners, frames.size, timers.size, host.childElementCount].join(), '0,0,0,0')
    const { painted } = scene.stats()
    scene.update(new Map([['belt', stateOf({ x: 5 })]]))
    await turn()
    equal(scene.stats().painted, painted)
  } finally {
    EventTarget.prototype.addEventListener = add
    Object.assign(window, {
      requestAnimationFrame: ask,
      cancelAnimationFrame: cancel,
      setTimeout: time,
      clearTimeout: stop,
    })
  }
})
