import type { RawProps } from '../../core/canvas/kind.ts'
import type { ControlDefinition, Look } from '../../elements/canvas/controls/define-control.ts'
import { equal } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what tabs load later would find a copy.
const { KINDS, kindOf, loadKinds } = await import('../../elements/canvas/controls/kinds.ts')
await loadKinds()
const { COLOURS, SIZES } = await import('../../elements/theme/tokens.ts')

const OURS = [
  'text',
  'picture',
  'rectangle',
  'ellipse',
  'polygon',
  'line',
  'polyline',
  'pipe',
  'value',
  'input',
  'button',
  'switch',
  'state',
  'indicator',
  'group',
]
/** px around the box that a painter has to keep clear of, and the room to see it. */
const MARGIN = 60
const THEMES = ['light', 'dark', 'hp'] as const

const square = document.createElement('canvas')
square.width = 20
square.height = 10

function lookOf(theme: (typeof THEMES)[number], style: Look['style'], picture: Look['picture'] = () => square): Look {
  const token = (role: string) => {
    const colour = COLOURS[role]?.[THEMES.indexOf(theme)]
    if (colour === undefined) throw new Error(`there is no token ${role}`)
    return colour
  }
  return {
    token,
    colour: (named) => {
      const role = /^var\(--sg-(.+)\)$/.exec(named)?.[1]
      return role ? token(role) : named
    },
    fontFamily: SIZES.font as string,
    style,
    lang: 'zh',
    timezone: 'Asia/Shanghai',
    picture,
  }
}

interface Wish {
  readonly props?: RawProps
  readonly width?: number
  readonly height?: number
  readonly look?: Look
  readonly motionMs?: number
  readonly isPressed?: boolean
  readonly quality?: string
}

interface Painted {
  readonly definition: ControlDefinition<RawProps>
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** What was written, with the left end and baseline. */
  readonly texts: { text: string; x: number; y: number }[]
  /** RGBA of a place of the box. */
  at(x: number, y: number): string
  /** All of it, to be compared. */
  whole(): string
}

function paint(kind: string, wish: Wish = {}): Painted {
  const definition = kindOf(kind) as ControlDefinition<RawProps>
  const { width = definition.size.width, height = definition.size.height } = wish
  const canvas = document.createElement('canvas')
  canvas.width = width + MARGIN * 2
  canvas.height = height + MARGIN * 2
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  context.translate(MARGIN, MARGIN)
  const texts: Painted['texts'] = []
  const fillText = context.fillText.bind(context)
  context.fillText = (text: string, x: number, y: number) => {
    texts.push({ text, x, y })
    fillText(text, x, y)
  }
  const props = { ...definition.defaults, ...wish.props }
  const state = {
    props,
    x: 0,
    y: 0,
    width,
    height,
    angle: 0,
    flip_x: false,
    flip_y: false,
    opacity: 1,
    visible: true,
    flicker: 0,
    quality: (wish.quality ?? 'good') as 'good',
    alarm_level: 0,
    data_time: null,
  }
  const { look = lookOf('light', 'grey'), motionMs = 0, isPressed = false } = wish
  definition.paint?.({ context, props, state, width, height, look, motionMs, now: 0, isPressed })
  return {
    definition,
    context,
    width,
    height,
    texts,
    at: (x, y) => [...context.getImageData(MARGIN + x, MARGIN + y, 1, 1).data].join(' '),
    whole: () => canvas.toDataURL(),
  }
}

const written = (painted: Painted) => painted.texts.map(({ text }) => text)

/** The rows of pixels beyond the box and its ink that something was painted on. */
function strayInk({ definition, context, width, height }: Painted): number {
  const ink = Math.ceil(definition.ink?.(definition.defaults, { width, height }) ?? 0)
  const { data, width: wide } = context.getImageData(0, 0, width + MARGIN * 2, height + MARGIN * 2)
  let count = 0
  for (let at = 3; at < data.length; at += 4) {
    const pixel = (at - 3) / 4
    const [x, y] = [(pixel % wide) - MARGIN, Math.floor(pixel / wide) - MARGIN]
    const isWithin = x >= -ink && x < width + ink && y >= -ink && y < height + ink
    if (!isWithin && data[at] !== 0) count += 1
  }
  return count
}

/** What a painter may not leave behind: the next one begins with it. */
const left = ({ context }: Painted) => {
  const { a, d, e, f } = context.getTransform()
  return [a, d, e, f, context.globalAlpha, context.getLineDash().length, context.lineDashOffset, context.lineJoin]
}

it('the basic kinds of controls are all registered, and unknown ones are not', () => {
  equal(
    OURS.filter((kind) => !KINDS.has(kind)),
    [],
  )
  equal(kindOf('hologram'), undefined)
})

for (const kind of OURS) {
  it(`a ${kind} is painted in every theme and style, within its ink, and leaves the canvas as it was`, () => {
    for (const theme of THEMES) {
      for (const style of ['grey', 'coloured'] as const) {
        const painted = paint(kind, { look: lookOf(theme, style), isPressed: style === 'coloured', motionMs: 250 })
        equal(strayInk(painted), 0)
        equal(left(painted), [1, 1, MARGIN, MARGIN, 1, 0, 0, 'miter'])
      }
    }
  })
  it(`a ${kind} is painted with whatever a binding brings`, () => {
    for (const brought of [null, true, 'x', -7, '']) {
      const { bindable } = kindOf(kind) as ControlDefinition<RawProps>
      paint(kind, { props: Object.fromEntries(bindable.map((path) => [path, brought])) })
    }
  })
  it(`a ${kind} is painted in a box that is too small for anything`, () => {
    paint(kind, { width: 0, height: 0 })
    paint(kind, { width: 3, height: 2, props: { label: '标签', unit: 'm³/h', text: '文字', value: 5 } })
  })
}

const chinese = { text: '沉淀池出水浊度，超过内控指标', fontSize: 20, verticalAlign: 'top' }
it('a text is broken between Chinese characters, and no line begins with a comma', () => {
  const lines = written(paint('text', { props: chinese, width: 160, height: 200 }))
  equal(lines.join(''), chinese.text)
  equal(lines.length > 1, true)
  equal(
    lines.some((line) => line.startsWith('，')),
    false,
  )
})
it('a text ends with an ellipsis where its room ends', () => {
  equal(
    written(paint('text', { props: chinese, width: 160, height: 30 }))
      .at(-1)
      ?.endsWith('…'),
    true,
  )
  equal(
    written(paint('text', { props: { ...chinese, isWrapped: false }, width: 100 }))
      .at(-1)
      ?.endsWith('…'),
    true,
  )
})
it('a text stands left, in the middle and right of its box', () => {
  const [left = 0, middle = 0, right = 0] = ['left', 'center', 'right'].map(
    (textAlign) => paint('text', { props: { text: 'AB', textAlign }, width: 200 }).texts[0]?.x ?? 0,
  )
  equal(left < middle && middle < right, true)
  equal(Math.abs(right + left - 2 * middle) < 1, true)
})

const at = (value: unknown, props: RawProps = {}) =>
  paint('value', { props: { value, decimals: 1, unit: 'm³/h', ...props } })
it('a value shows a dash where there is none, never 0, and keeps its unit', () => {
  equal(written(at(null)), ['—', 'm³/h'])
  equal(written(at(0)), ['0.0', 'm³/h'])
})
it('a value does not move its neighbours as its digits change', () => {
  const unitAt = (value: number) => at(value).texts.at(-1)?.x
  equal(unitAt(11.1), unitAt(88.8))
  const label = (value: number) => at(value, { label: '流量' }).texts[0]
  equal(label(1), label(88_888))
})
it('a value is never cut to another number: it gets smaller, then gives way to signs', () => {
  const shown = (width: number) => written(paint('value', { props: { value: 123_456.7 }, width }))[0]
  equal(shown(200), '123,456.7')
  equal(shown(80), '123,456.7')
  equal(/^#+$/.test(shown(30) ?? ''), true)
})
it('a value tells a limit by letters beside its colour', () => {
  equal(written(at(96, { highHigh: 95, high: 80 }))[0], 'HH')
  equal(written(at(3, { low: 5 }))[0], 'L')
  equal(written(at(50, { low: 5, high: 80 }))[0], '50.0')
})
it('a value has a clock where it is old', () => {
  const stale = paint('value', { props: { value: 5 }, quality: 'stale' })
  equal(stale.whole() === paint('value', { props: { value: 5 } }).whole(), false)
})

const whole = (flow: unknown, motionMs: number, props: RawProps = {}) =>
  paint('pipe', { props: { flow, thickness: 20, ...props }, height: 40, motionMs }).whole()
it('a pipe moves its dashes by one of them in a second, and stands where nothing flows', () => {
  equal(whole(1, 250) === whole(1, 500), false)
  equal(whole(1, 250), whole(1, 1250))
  equal(whole(0, 250), whole(0, 500))
  equal(whole(null, 250), whole(false, 500))
})
it('a pipe flows the other way below 0 and reversed', () => {
  equal(whole(-1, 250), whole(1, 250, { isReversed: true }))
  equal(whole(-1, 250) === whole(1, 250), false)
})
it('a pipe says which way by an arrow where nothing moves', () => {
  equal(whole(-1, 0) === whole(1, 0), false)
})

const defaults = kindOf('state')?.defaults as { states: RawProps[] }
const flickering = (flickerType: number) => ({
  states: [
    { ...defaults.states[0], text: '高液位', flickerType, flickerFrequency: 0.5, backgroundColor: '#ff0000' },
    defaults.states[1],
  ],
})
const RED = '255 0 0 255'
it('a state control flickers its background, its text staying', () => {
  const [on, off] = [100, 400].map((motionMs) => paint('state', { props: flickering(1), motionMs }))
  equal(on?.at(8, 8), RED)
  equal(off?.at(8, 8) === RED, false)
  equal(
    [on, off].map((painted) => painted?.texts.length),
    [1, 1],
  )
})
it('a state control flickers its text, its background staying', () => {
  const [on, off] = [100, 400].map((motionMs) => paint('state', { props: flickering(2), motionMs }))
  equal([on?.at(8, 8), off?.at(8, 8)], [RED, RED])
  equal(
    [on, off].map((painted) => painted?.texts.length),
    [1, 0],
  )
})
it('a state control stands with an outline where nothing moves', () => {
  const steady = paint('state', { props: flickering(1), motionMs: 0 })
  equal(steady.at(8, 8), RED)
  equal(steady.at(1, 18), paint('text', { props: { backgroundColor: 'var(--sg-text-1)', text: '' } }).at(1, 18))
})
it('a state control shows a dash for a state that is not known', () => {
  equal(written(paint('state', { props: { currStateIndex: null } })), ['—'])
  equal(written(paint('state', { props: { currStateIndex: 7 } })), ['—'])
})
it('a state control shows pictures instead of backgrounds, and no box, as it is told', () => {
  const painted = (props: RawProps) => paint('state', { props: { ...flickering(0), ...props } })
  equal(painted({ useImgRes: true }).at(8, 8) === RED, false)
  equal(painted({ shapeShow: false }).at(8, 8), '0 0 0 0')
})

it('an indicator looks different for each lamp without colour too', () => {
  const greys = [0, 1, 2, null].map((value) => {
    const { context } = paint('indicator', { props: { value }, look: lookOf('hp', 'grey') })
    const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
    // Which pixels are dark on a light page.
    let shape = ''
    for (let at = 0; at < data.length; at += 4) shape += (data[at + 3] ?? 0) > 128 && (data[at] ?? 0) < 128 ? '1' : '0'
    return shape
  })
  equal(new Set(greys).size, 4)
})

it('a picture says what is missing, and waits quietly for what is coming', () => {
  const missing = paint('picture', {
    props: { picture: 'gallery/9' },
    look: lookOf('light', 'grey', () => 'missing'),
  })
  equal(written(missing), ['缺少图片', 'gallery/9'])
  const coming = paint('picture', { props: { picture: 'gallery/9' }, look: lookOf('light', 'grey', () => null) })
  equal(written(coming), [])
})
it('a picture is shown whole, cropped or stretched', () => {
  const corner = (fit: string) => {
    const context = square.getContext('2d') as CanvasRenderingContext2D
    context.fillStyle = '#0000ff'
    context.fillRect(0, 0, 20, 10)
    return paint('picture', { props: { picture: 'gallery/1', fit }, width: 100, height: 100 }).at(50, 3)
  }
  const BLUE = '0 0 255 255'
  equal(['contain', 'cover', 'stretch'].map(corner), ['0 0 0 0', BLUE, BLUE])
})

it('a shape is filled from below as far as its level says', () => {
  const painted = paint('rectangle', {
    props: { fill: '#00ff00', levelColor: '#0000ff', fillLevel: 50, strokeWidth: 0 },
    width: 40,
    height: 100,
  })
  equal([painted.at(20, 20), painted.at(20, 80)], ['0 255 0 255', '0 0 255 255'])
})
it('a shape keeps its outline within its box', () => {
  for (const kind of ['rectangle', 'ellipse', 'polygon']) {
    equal(strayInk(paint(kind, { props: { strokeWidth: 12 } })), 0)
  }
})

it('an operated control looks pressed while it is pressed', () => {
  for (const kind of ['button', 'switch', 'input']) {
    const props = { text: '启动', value: true }
    equal(paint(kind, { props }).whole() === paint(kind, { props, isPressed: true }).whole(), false)
  }
})
it('an operated control shows on, off and unknown differently', () => {
  const looks = [true, false, null].map((value) => paint('switch', { props: { value } }))
  equal(new Set(looks.map((painted) => painted.whole())).size, 3)
  equal(
    looks.map((painted) => written(painted)[0]),
    ['ON', 'OFF', '—'],
  )
})
