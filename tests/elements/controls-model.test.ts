import { cubeFiles } from '../../elements/canvas/controls/model/test-cube.ts'
import { equal, expectComplaint, place, until } from './check.ts'
import { resource } from './configure-pages.ts'
import { driveControls } from './controls-driver.tsx'
import { instead, undo } from './media/instead.ts'

const { show } = await driveControls()

/** What no policy of a page bears on is tried in one page: drawing by script takes all of the machine. */
const never: typeof it = () => {}
const once = location.hostname.startsWith('trusted.') ? it : never

describe('a model', () => {
  const content = (files = cubeFiles()) => ({
    'GET /yun/resourcesInfo/content': () => ({ resource: resource(5, { resource_type: 'model' }), files }),
  })
  const model = 'gallery/5'
  const shownCanvas = (box: Element) =>
    until('the model', () => box.querySelector<HTMLCanvasElement>('canvas[data-shown]'))

  /** How many px of a canvas are covered, and their mean colour. */
  function seen(canvas: HTMLCanvasElement): { count: number; r: number; g: number; b: number } {
    const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    )
    const sum = { count: 0, r: 0, g: 0, b: 0 }
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < 128) continue
      sum.count += 1
      sum.r += data[at] ?? 0
      sum.g += data[at + 1] ?? 0
      sum.b += data[at + 2] ?? 0
    }
    const { count, r, g, b } = sum
    return { count, r: r / count, g: g / count, b: b / count }
  }
  const picture = (canvas: HTMLCanvasElement) =>
    (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height).data.join()

  function watchContexts(): WebGL2RenderingContext[] {
    const contexts: WebGL2RenderingContext[] = []
    const known = new Set<unknown>()
    instead(
      HTMLCanvasElement.prototype,
      'getContext',
      (real) =>
        function (this: HTMLCanvasElement, ...args: Parameters<typeof real>) {
          const made = real.apply(this, args)
          if (args[0] === 'webgl2' && made && !known.has(made)) contexts.push(made as WebGL2RenderingContext)
          known.add(made)
          return made
        } as typeof real,
    )
    return contexts
  }

  async function stageOf() {
    const { openStage } = await import('../../elements/canvas/controls/model/stage.ts')
    const { readModel } = await import('../../elements/canvas/controls/model/model-files.ts')
    const { nodeLooks } = await import('../../elements/canvas/controls/model/parts.ts')
    const { rgbOf } = await import('../../elements/canvas/controls/model/rgb.ts')
    const canvas = document.createElement('canvas')
    canvas.style.cssText = 'inline-size: 200px; block-size: 160px; display: block'
    place('').append(canvas)
    const calls: string[] = []
    const stage = await openStage({
      canvas,
      model: readModel(cubeFiles()),
      onLost: () => calls.push('lost'),
      onRestored: () => calls.push('restored'),
    })
    undo.push(() => stage.dispose())
    const redraw = async (change: () => void) => {
      const { drawn } = stage
      change()
      await until('drawn', () => stage.drawn > drawn && !stage.isCoarse)
      return picture(canvas)
    }
    type Parts = Parameters<typeof nodeLooks>[0]
    const parts = (...rows: Parts) => redraw(() => stage.setLooks(nodeLooks(rows), rgbOf))
    return { canvas, stage, calls, redraw, parts }
  }

  once('a model comes back after the graphics card was lost', async () => {
    const contexts = watchContexts()
    const { canvas, calls, stage, redraw } = await stageOf()
    const before = await redraw(() => stage.setOrbit({ azimuth: 30, elevation: 20, zoom: 1 }))
    const loser = contexts[0]?.getExtension('WEBGL_lose_context')
    loser?.loseContext()
    await until('lost', () => calls.includes('lost'))
    loser?.restoreContext()
    await until('restored', () => calls.includes('restored'))
    await redraw(() => stage.invalidate())
    equal(picture(canvas) === before, true)
  })

  once('a model shares one context with all others of the page, and leaves none', async () => {
    const contexts = watchContexts()
    const some = await Promise.all([stageOf(), stageOf(), stageOf()])
    equal(contexts.length, 1)
    for (const { stage } of some) stage.dispose()
    equal(contexts[0]?.isContextLost(), true)
    ;(await stageOf()).stage.dispose()
    equal(contexts.length, 2)
    equal(contexts.filter((context) => !context.isContextLost()).length, 0)
  })

  once('a model says so in a browser without WebGL', async () => {
    instead(
      HTMLCanvasElement.prototype,
      'getContext',
      (real) =>
        function (this: HTMLCanvasElement, ...args: Parameters<typeof real>) {
          return args[0] === 'webgl2' ? null : real.apply(this, args)
        } as typeof real,
    )
    await (await show('model', { model }, { answers: content() })).says('This browser shows no 3D models')
  })

  /** Each context lights its room anew, which takes seconds of drawing by script: what follows is drawn in one. */
  describe('drawn in one context', () => {
    let release = () => {}
    before(async () => {
      const { leaseRenderer } = await import('../../elements/canvas/controls/model/shared-renderer.ts')
      ;({ release } = leaseRenderer({ onLost() {}, onRestored() {} }))
    })
    after(() => release())

    once('a model is drawn with its picture on nothing, and its parts as values have them', async () => {
      const { canvas, redraw, parts, stage } = await stageOf()
      const rest = await redraw(() => stage.setOrbit({ azimuth: 30, elevation: 20, zoom: 1 }))
      const grey = seen(canvas)
      equal(grey.count > 2000 && grey.count < canvas.width * canvas.height * 0.8, true)
      equal(Math.abs(grey.r - grey.b) < 12, true)
      const moved = await parts({ node: 'Lid', property: 'move_y', value: 0.4 })
      equal(moved === rest, false)
      equal((await parts({ node: 'Lid', property: 'rotate_y', value: 30 })) === rest, false)
      await parts({ node: 'Lid', property: 'visible', value: false })
      equal(seen(canvas).count < grey.count * 0.9, true)
      await parts({ node: 'Lid', property: 'colour', value: '#ff0000' })
      const red = seen(canvas)
      equal(red.r - red.b > 20, true)
      await parts({ node: 'Body', property: 'colour', value: 'rgb(0 0 255)' })
      equal(seen(canvas).b - seen(canvas).r > 20, true)
      equal((await parts()) === rest, true)
    })

    once('a model costs nothing while nothing changes', async () => {
      const { stage, redraw } = await stageOf()
      // The size that it is calls first is one change.
      await redraw(() => stage.invalidate())
      await redraw(() => stage.invalidate())
      const { drawn } = stage
      for (let frame = 0; frame < 20; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      equal(stage.drawn, drawn)
    })

    it('a model is read from the gallery, turned by keys, and put back', async () => {
      const { box } = await show('model', { model, title: 'Pump' }, { answers: content() })
      const canvas = await shownCanvas(box)
      equal(canvas.ariaLabel, 'Pump')
      let start = ''
      let times = 0
      await until('drawn as it stays', () => {
        const now = picture(canvas)
        times = now === start ? times + 1 : 0
        start = now
        return times > 2 && seen(canvas).count > 1000
      })
      const press = (key: string) => canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      press('ArrowLeft')
      await until('turned', () => picture(canvas) !== start)
      press('0')
      await until('put back', () => picture(canvas) === start)
    })

    it('a model names what is wrong with it', async () => {
      await (await show('model', {})).says('No model chosen')
      const without = await show('model', { model }, { answers: content(cubeFiles().slice(0, 2)) })
      await without.says('This file is missing: checkered grey.png')
      const odd = await show(
        'model',
        {
          model,
          parts: [{ node: 'Rotor', property: 'colour', value: 'red' }],
        },
        { answers: content() },
      )
      await odd.says('The model has no node: Rotor')
      expectComplaint(/Couldn't load texture/)
      const unread = cubeFiles()
      unread[2] = { ...(unread[2] as (typeof unread)[0]), content: btoa('no picture') }
      await (await show('model', { model }, { answers: content(unread) })).says(
        'This file is damaged: checkered grey.png',
      )
    })

    once('a model takes no pointer and no key in the editor', async () => {
      const { box } = await show('model', { model }, { answers: content(), isEditing: true })
      const canvas = await shownCanvas(box)
      equal([canvas.tabIndex, canvas.getAttribute('role')], [-1, 'img'])
    })
  })
})
