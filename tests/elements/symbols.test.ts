import type { ControlState } from '../../core/canvas/control-state.ts'
import type { Drawing } from '../../elements/canvas/controls/symbol/draw-list.ts'
import type { Shown } from '../../elements/canvas/controls/symbol/paint.ts'
import type { StateName } from '../../elements/canvas/controls/symbol/state-looks.ts'
import type { SceneControl } from '../../elements/canvas/scene/index.ts'
import { equal, place, until } from './check.ts'
import { pixelsThatDiffer, symbolLook, THEMES } from './symbol-pixels.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what comes later would find a copy.
const { default: symbolKind } = await import('../../elements/canvas/controls/symbol/control.ts')
const { drawingOf, MANNERS, MOTIONS, ROLES, SIDES, TONES } = await import(
  '../../elements/canvas/controls/symbol/draw-list.ts'
)
const { CATEGORIES, SYMBOLS } = await import('../../elements/canvas/controls/symbol/library/index.ts')
const { paintDrawing } = await import('../../elements/canvas/controls/symbol/paint.ts')
const { contrast, inksFor, lineOn, liquidOn } = await import('../../elements/canvas/controls/symbol/palette.ts')
const { isStateName, STATE_LOOKS } = await import('../../elements/canvas/controls/symbol/state-looks.ts')
const { readSvg } = await import('../../elements/canvas/controls/symbol/svg-shapes.ts')
const { portsIn, portsOf, symbolOf } = await import('../../elements/canvas/controls/symbol/symbol-of.ts')
const { createScene } = await import('../../elements/canvas/scene/index.ts')
const shelves = import.meta.glob<Record<string, string>>(
  ['../../elements/canvas/controls/symbol/library/*.ts', '!../../elements/canvas/controls/symbol/library/index.ts'],
  { import: 'default' },
)
const texts = (await Promise.all(Object.values(shelves).map((load) => load()))).flatMap(Object.entries<string>)
const files = texts.map(([path, text]) => {
  const [category = '', name = ''] = path.split('/').slice(-2)
  return { id: `sg/${category}/${name.replace('.svg', '')}`, category, text, drawing: drawingOf(text) }
})

const LOOKS = (['grey', 'coloured'] as const).flatMap((style) =>
  THEMES.map((theme) => ({ style, theme, look: symbolLook(style, theme) })),
)
const NOTHING: Shown = { state: null, isFaulty: false, level: null, colour: null, liquid: null, motionMs: 0 }
/** px around a symbol that have to stay empty. */
const ROOM = 8

const canvas = document.createElement('canvas')
canvas.width = canvas.height = 96 + 2 * ROOM
const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D

function painted(drawing: Drawing, look: ReturnType<typeof symbolLook>, shown: Partial<Shown>, background?: string) {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  if (background) {
    context.fillStyle = background
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.translate(ROOM, ROOM)
  paintDrawing(context, drawing, look, drawing, { ...NOTHING, ...shown })
  return context.getImageData(0, 0, drawing.width + 2 * ROOM, drawing.height + 2 * ROOM)
}
const statesOf = (drawing: Drawing) => drawing.states.filter(isStateName)

/** The names of those of which something is wrong, with what is. */
const wrong = (check: (file: (typeof files)[number]) => readonly string[]) =>
  files.flatMap((file) => check(file).map((what) => `${file.id}: ${what}`))

it('the symbol library has symbols in each of its categories, and the palette knows exactly them', () => {
  equal(files.length >= 120, true)
  equal([...new Set(files.map(({ category }) => category))].sort(), Object.keys(CATEGORIES).sort())
  const drawn = files.map(({ id, category, drawing: { names, states, width, height, level } }) => {
    return { id, category, names, states, width, height, hasLevel: level !== null }
  })
  const byId = <Row extends { id: string }>(rows: readonly Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  equal(byId(SYMBOLS), byId(drawn))
})
it('the symbol library is named in both languages, each symbol otherwise than the others of its category', () => {
  const han = /\p{Script=Han}/u
  equal(
    SYMBOLS.filter(({ names: { zh, en } }) => !han.test(zh) || en === '' || han.test(en)),
    [],
  )
  for (const lang of ['zh', 'en'] as const) {
    const names = SYMBOLS.map(({ category, names }) => `${category} ${names[lang]}`)
    equal(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    )
  }
})
it('the symbol library says what shapes are and never which colour they have', () => {
  const known = /^(class|data-(motion|about|by|turns|dash|tone|when|top|bottom|side))$/
  const geometry = /^(d|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|width|height|points)$/
  const root = /^(xmlns|viewBox|data-(zh|states|tone|sheen|lit))$/
  const list = (text = '') => text.split(' ').filter((word) => word !== '')
  const unknown = wrong(({ text, drawing }) => {
    const read = readSvg(text)
    const among = (words: readonly string[], all: readonly string[]) => words.filter((word) => !all.includes(word))
    return [
      ...Object.keys(read.root).filter((name) => !root.test(name)),
      ...read.shapes.flatMap(({ attributes }) => [
        ...Object.keys(attributes).filter((name) => !known.test(name) && !geometry.test(name)),
        ...among(list(attributes.class).slice(0, 1), [...ROLES, 'port']),
        ...among(list(attributes.class).slice(1), MANNERS),
        ...among(list(attributes['data-motion']), MOTIONS),
        ...among(list(attributes['data-tone']), TONES),
        ...among(list(attributes['data-side']), SIDES),
        ...among(list(attributes['data-when']), drawing.states),
      ]),
    ]
  })
  equal(unknown, [])
})
it('the symbol library declares states that have a look, two at least', () => {
  equal(
    wrong(({ drawing: { states } }) => [
      ...states.filter((state) => !isStateName(state)),
      ...(states.length < 2 ? ['too few'] : []),
    ]),
    [],
  )
})
it('the symbol library ends pipes within its own picture', () => {
  equal(
    wrong(({ drawing: { ports } }) =>
      ports.filter(({ x, y }) => !(x >= 0 && x <= 1 && y >= 0 && y <= 1)).map(({ side }) => side),
    ),
    [],
  )
  equal(files.filter(({ drawing }) => drawing.ports.length > 0).length > files.length * 0.9, true)
})
it('the symbol library stays inside its box in every state, also while it moves', () => {
  const look = symbolLook('grey', 'light')
  const strays = wrong(({ drawing }) =>
    statesOf(drawing).flatMap((state) =>
      [0, 90, 250, 410, 610, 860].flatMap((motionMs) => {
        const { data, width, height } = painted(drawing, look, { state, motionMs, level: 0.7 })
        let least = ROOM
        for (let y = 0; y < height; y += 1) {
          for (let x = 0; x < width; x += 1) {
            if ((data[(y * width + x) * 4 + 3] as number) < 40) continue
            least = Math.min(least, x - ROOM, y - ROOM, width - ROOM - 1 - x, height - ROOM - 1 - y)
          }
        }
        return least < 0 ? [`${state} at ${motionMs} ms by ${-least} px`] : []
      }),
    ),
  )
  equal(strays, [])
})
it('the symbol library shows every state otherwise than every other, in both styles, light and dark, and without its colours', () => {
  const same = LOOKS.flatMap(({ style, theme, look }) =>
    wrong(({ drawing }) => {
      const shown = statesOf(drawing).map((state) => ({
        state,
        pixels: painted(drawing, look, { state, level: 0.5 }, look.token('surface-0')),
      }))
      return shown.flatMap((one, at) =>
        shown
          .slice(at + 1)
          .filter((other) => pixelsThatDiffer(one.pixels, other.pixels) < 24)
          .map((other) => `${one.state} and ${other.state}, ${style}, ${theme}`),
      )
    }),
  )
  equal(same, [])
})
it('the symbol library draws no two symbols alike', () => {
  const look = symbolLook('grey', 'light')
  const pictures = files.map(({ id, drawing }) => ({
    id,
    drawing,
    pixels: painted(drawing, look, {}, look.token('surface-0')),
  }))
  const alike = pictures.flatMap((one, at) =>
    pictures
      .slice(at + 1)
      .filter(({ drawing }) => drawing.width === one.drawing.width && drawing.height === one.drawing.height)
      .filter((other) => pixelsThatDiffer(one.pixels, other.pixels) < 24)
      .map((other) => `${one.id} and ${other.id}`),
  )
  equal(alike, [])
})
it('the symbol library moves what runs once a second; a lamp alone stands still', () => {
  const look = symbolLook('grey', 'light')
  const still = wrong(({ drawing }) => {
    const at = (motionMs: number) => painted(drawing, look, { state: 'running', motionMs }, look.token('surface-0'))
    if (!drawing.states.includes('running')) return []
    const isMoving = [180, 320, 430].some((ms) => pixelsThatDiffer(at(0), at(ms)) > 3)
    // A turn and a start from the same place.
    const isEven = pixelsThatDiffer(at(1000), at(2000)) === 0
    return [...(isMoving ? [] : ['stands still']), ...(isEven ? [] : ['takes more than a second'])]
  })
  equal(still, ['sg/electrical/lamp: stands still'])
})
it('the symbol library fills what has a level', () => {
  const look = symbolLook('grey', 'light')
  const flat = wrong(({ drawing }) => {
    if (!drawing.level) return []
    const at = (level: number | null) => painted(drawing, look, { level }, look.token('surface-0'))
    return [0.1, 0.5].filter((level) => pixelsThatDiffer(at(level), at(level + 0.4), 12) < 24).map(String)
  })
  equal(flat, [])
})
it('the symbol library has lines and marks of 3:1 on the page and on whatever a state fills the body with', () => {
  const pale = LOOKS.flatMap(({ style, theme, look }) => {
    const inks = inksFor(look)
    const grounds = ['surface-0', 'surface-1', 'surface-2'].map((role) => look.token(role))
    const fills = {
      paper: inks.paper,
      solid: inks.solid,
      lit: inks.lit,
      dim: inks.dim,
      shade: inks.shade,
      ...Object.fromEntries(Object.entries(inks.tones ?? {}).map(([tone, { fill }]) => [tone, fill])),
    }
    const pairs: [what: string, ink: string, ground: string][] = [
      ...grounds.flatMap((background): [string, string, string][] => [
        ['outline', inks.outline, background],
        ['active', inks.active, background],
        ['fault', inks.fault, background],
      ]),
      ['cross', inks.onFault, inks.fault],
      ...Object.entries(inks.tones ?? {}).map(([tone, { ink }]): [string, string, string] => [tone, ink, inks.paper]),
      ...Object.entries(fills).map(([name, fill]): [string, string, string] => {
        return [`line on ${name}`, lineOn(inks, fill), fill]
      }),
      // In colour what holds something is never painted green.
      ...[inks.paper, inks.tones?.metal.fill ?? inks.lit, inks.dim].map((fill): [string, string, string] => {
        return [`line on the liquid in ${fill}`, lineOn(inks, fill), liquidOn(inks, fill)]
      }),
    ]
    return pairs
      .map(([what, ink, background]) => ({ what, reached: contrast(ink, background) }))
      .filter(({ reached }) => reached < 3)
      .map(({ what, reached }) => `${what}, ${style}, ${theme}: ${reached.toFixed(2)}`)
  })
  equal(pale, [])
})

type Props = typeof symbolKind.defaults
const stateWith = (props: Props) => ({ props }) as unknown as ControlState<Props>
const speak = (props: Partial<Props>, lang: 'zh' | 'en') => {
  const whole = { ...symbolKind.defaults, ...props }
  return symbolKind.speak?.(whole, stateWith(whole), lang)
}

it('the control that shows a symbol waits for the category of its symbol, asks the look to be painted again, and then draws it', async () => {
  const look = symbolLook('grey', 'light')
  const requests: string[] = []
  const props = { ...symbolKind.defaults, symbol: 'sg/hvac/damper', state: 'open' }
  const paint = () => {
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    symbolKind.paint?.({
      context,
      props,
      state: stateWith(props),
      look: {
        ...look,
        picture: (address) => {
          requests.push(address)
          return null
        },
      },
      width: 64,
      height: 64,
      motionMs: 0,
      now: 0,
      isPressed: false,
    })
    return context.getImageData(0, 0, 64, 64)
  }
  let come = 0
  equal(symbolOf(props.symbol, () => (come += 1)) === null, true)
  equal(portsOf(props.symbol), null)
  const before = paint()
  equal(requests, ['sg/hvac/damper'])
  await until('the category', () => come === 1)
  const after = paint()
  equal(requests.length, 1)
  equal(pixelsThatDiffer(before, after) > 100, true)
  equal(portsOf(props.symbol)?.length, 2)
})
it('the control that shows a symbol is drawn on a scene whose look asks the library, also where it never changes', async () => {
  const symbol = 'sg/network/cloud'
  const props = { ...symbolKind.defaults, symbol, state: 'online' }
  const state: ControlState<Props> = {
    props,
    x: 0,
    y: 0,
    width: 96,
    height: 64,
    angle: 0,
    flip_x: false,
    flip_y: false,
    opacity: 1,
    visible: true,
    flicker: 0,
    quality: null,
    alarm_level: 0,
    data_time: null,
  }
  const come: string[] = []
  const scene = createScene({
    look: {
      ...symbolLook('grey', 'light'),
      picture: (address) => {
        symbolOf(address, () => {
          come.push(address)
          scene.pictureCame(address)
        })
        return null
      },
    },
  })
  const host = place('<div style="position: relative; inline-size: 96px; block-size: 64px"></div>').firstElementChild
  const definition = symbolKind as unknown as SceneControl['definition']
  scene.setControls([{ control_id: 'cloud', definition, state: state as ControlState, isStatic: true }], {
    width: 96,
    height: 64,
    background: { color: '#ffffff' },
  })
  scene.attach(host as HTMLElement)
  const seen = () => {
    scene.paintNow()
    const shown = host?.querySelector('canvas')
    return shown?.getContext('2d')?.getImageData(0, 0, shown.width, shown.height)
  }
  const before = await until('a canvas', seen)
  await until('the category', () => come.length > 0)
  await until('the symbol', () => {
    const now = seen()
    return now && pixelsThatDiffer(before, now) > 100
  })
  equal([...new Set(come)], [symbol])
  scene.dispose()
})
it('the control that shows a symbol knows where there is none', async () => {
  equal(symbolOf('sg/nowhere/gate'), 'missing')
  await until('valves', () => symbolOf('sg/valves/gate') !== null)
  equal(symbolOf('sg/valves/no-such-valve'), 'missing')
  equal(symbolOf('sg/index/gate'), 'missing')
})
it('the control that shows a symbol tells where pipes end in a box of other proportions', async () => {
  await until('valves', () => symbolOf('sg/valves/gate') !== null)
  const wide = { width: 128, height: 64 }
  equal(
    portsIn('sg/valves/gate', wide, true)?.map(({ x, y, side }) => [side, x, y]),
    [
      ['left', 33 / 128, 0.5],
      ['right', 95 / 128, 0.5],
    ],
  )
  equal(
    portsIn('sg/valves/gate', wide, false)?.map(({ x, y }) => [x, y]),
    [
      [1 / 64, 0.5],
      [63 / 64, 0.5],
    ],
  )
})
it('the control that shows a symbol says the name of its symbol and its state, whichever way the state is told', async () => {
  const come = () => ['valves/gate', 'tanks/storage', 'electrical/breaker', 'pumps/pump'].map((id) => `sg/${id}`)
  await until('symbols', () => come().every((id) => symbolOf(id) !== null))
  equal(speak({ symbol: 'sg/valves/gate', state: 'open' }, 'zh'), '闸阀，打开')
  equal(speak({ symbol: 'sg/valves/gate', state: 0 }, 'en'), 'Gate valve, closed')
  equal(speak({ symbol: 'sg/valves/gate', state: '2', fault: 1 }, 'en'), 'Gate valve, moving, fault')
  equal(speak({ symbol: 'sg/valves/gate', state: 9 }, 'en'), 'Gate valve')
  equal(speak({ symbol: 'sg/pumps/pump', running: true }, 'zh'), '泵，运行')
  equal(speak({ symbol: 'sg/pumps/pump', running: 0 }, 'en'), 'Pump, stopped')
  equal(speak({ symbol: 'sg/electrical/breaker', state: true }, 'zh'), '断路器，合闸')
  equal(speak({ symbol: 'sg/tanks/storage', level: 0.42 }, 'en'), 'Storage tank, level 42%')
  equal(speak({ symbol: 'gallery/7', state: 'fault' }, 'en'), 'Fault')
})
it('the control that shows a symbol asks for frames only while something of it moves', async () => {
  await until('symbols', () => symbolOf('sg/pumps/pump') !== null && symbolOf('sg/valves/gate') !== null)
  const fps = (props: Partial<Props>) => {
    const whole = { ...symbolKind.defaults, ...props }
    return symbolKind.motion?.(whole, stateWith(whole))
  }
  equal(fps({ symbol: 'sg/pumps/pump', running: true, isAnimated: true }), 30)
  equal(fps({ symbol: 'sg/pumps/pump', running: false, isAnimated: true }), 0)
  equal(fps({ symbol: 'sg/pumps/pump' }), 0)
  equal(fps({ symbol: 'sg/valves/gate', state: 'open' }), 0)
  equal(fps({ symbol: 'sg/valves/gate', state: 'moving' }), 30)
})
it('the control that shows a symbol lets what runs stand still unless its document wants it to move', async () => {
  await until('symbol', () => symbolOf('sg/pumps/pump') !== null)
  const whole = { ...symbolKind.defaults, symbol: 'sg/pumps/pump', running: true }
  equal(symbolKind.motion?.(whole, stateWith(whole)), 0)
})
it('the control that shows a symbol has a word for every state', () => {
  const states = Object.keys(STATE_LOOKS) as StateName[]
  for (const lang of ['zh', 'en'] as const) {
    equal(
      states.filter((state) => !speak({ symbol: 'gallery/7', state }, lang)),
      [],
    )
  }
})
