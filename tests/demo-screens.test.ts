import { beforeAll, describe, expect, test } from 'vitest'
import { checkHmi } from '../core/canvas/hmi-check.ts'
import { readDocument } from '../core/canvas/read-document.ts'
import { LIMITS } from '../core/catalogue/limits.ts'
import { parseExpression } from '../core/rules/expression/expression.ts'
import { plantDevices, plantKinds } from '../demo/plant/catalogue.ts'
import { plantDashboards } from '../demo/plant/dashboards/index.ts'
import { inLanguage } from '../demo/plant/screens/document.ts'
import { type PlantScreen, plantScreens } from '../demo/plant/screens/index.ts'
import { KINDS, loadKinds } from '../elements/canvas/controls/kinds.ts'
import { SYMBOLS } from '../elements/canvas/controls/symbol/library/index.ts'
import { COLOURS } from '../elements/theme/tokens.ts'

const THEMES = { light: 0, dark: 1, hp: 2 } as const
const LANGUAGES = ['zh', 'en'] as const
const every = LANGUAGES.flatMap(plantScreens)
const ids = new Map(every.map(({ module_name, screen_name }, n) => [`${module_name}\n${screen_name}`, n + 1]))
const documentOf = ({ document }: PlantScreen) =>
  document((module_name, screen_name) => ids.get(`${module_name}\n${screen_name}`) ?? 0)
const named = every.map((screen) => [`${screen.module_name} ${screen.screen_name}`, screen] as const)

const devices = new Map(plantDevices(12, 1).map(({ sn_code, kind }) => [sn_code, kind]))
const kindOf = (name: string) =>
  plantKinds.find(({ module_name }) => module_name.zh === name || module_name.en === name)
const keysOf = (module_name: string) => new Set(kindOf(module_name)?.points.map(({ key }) => key))

beforeAll(() => loadKinds())

describe.each(named)('%s', (_name, screen) => {
  const stored = documentOf(screen)

  test('each demo screen opens without a problem, each control as its kind accepts it', () => {
    const opened = readDocument(structuredClone(stored), KINDS)
    expect(opened.refusal).toBeNull()
    expect(opened.problems).toEqual([])
    expect(opened.broken).toEqual([])
    expect(screen.screen_name.length).toBeLessThanOrEqual(LIMITS.genericName)
  })

  test.each(['light', 'dark', 'hp'] as const)(
    'each demo screen keeps the rules for operators in the theme %s',
    (theme) => {
      const { document } = readDocument(structuredClone(stored), KINDS)
      if (!document) throw new Error('refused')
      const colour = (said: string) => {
        const [, token] = /^var\(--sg-(.+)\)$/.exec(said) ?? []
        return token ? (COLOURS[token]?.[THEMES[theme]] ?? said) : said
      }
      expect(checkHmi(document, KINDS, { colour }, screen.variant)).toEqual([])
    },
  )

  test('each demo screen names existing points, and switches writable ones', () => {
    const own = keysOf(screen.module_name)
    const isThere = ({ sn_code, key }: { sn_code: string; key: string }) =>
      sn_code === '' ? own.has(key) : devices.get(sn_code)?.points.some((point) => point.key === key) === true
    for (const { bindings, props } of stored.controls) {
      for (const { expression } of Object.values(bindings)) {
        const parsed = parseExpression(expression)
        if (!parsed.ok) throw new Error(expression)
        expect(parsed.expression.points.filter((point) => !isThere(point))).toEqual([])
      }
      const kind = kindOf(screen.module_name)
      if (typeof props.writes === 'string')
        expect(kind?.points.find(({ key }) => key === props.writes)).toMatchObject({ access: 'rw' })
    }
  })

  test('each demo screen draws symbols of the library, within the page', () => {
    for (const { kind, props } of stored.controls)
      if (kind === 'symbol') expect(SYMBOLS.map(({ id }) => id)).toContain(props.symbol)
  })
})

const dashboards = LANGUAGES.flatMap((language) =>
  plantDashboards.map((one) => [one.name[language], { ...one, stored: inLanguage(one.document(), language) }] as const),
)

describe.each(dashboards)('%s', (name, { of, templates, stored }) => {
  test('each demo dashboard opens without a problem, and keeps the rules for operators', () => {
    const { document, problems, broken } = readDocument(structuredClone(stored), KINDS)
    expect([problems, broken, name.length <= LIMITS.dashboardName]).toEqual([[], [], true])
    if (!document) throw new Error('refused')
    for (const theme of [0, 1, 2]) {
      const colour = (said: string) => COLOURS[/^var\(--sg-(.+)\)$/.exec(said)?.[1] ?? '']?.[theme] ?? said
      expect(checkHmi(document, KINDS, { colour })).toEqual([])
    }
  })

  test('each demo dashboard names existing points, of devices of the templates that it needs', () => {
    const own = keysOf(of?.zh ?? '')
    const isThere = ({ sn_code, key }: { sn_code: string; key: string }) => {
      const kind = devices.get(sn_code)
      if (sn_code === '') return own.has(key)
      return kind !== undefined && templates.includes(kind.module_name) && kind.points.some((one) => one.key === key)
    }
    const listed = stored.controls.flatMap(({ props }) => (props.points ?? []) as { point: string }[])
    const bound = stored.controls.flatMap(({ bindings }) => Object.values(bindings))
    const expressions = [...bound.map(({ expression }) => expression), ...listed.map(({ point }) => point)]
    expect(expressions.length).toBeGreaterThan(8)
    for (const expression of expressions) {
      const parsed = parseExpression(expression)
      if (!parsed.ok) throw new Error(expression)
      expect(parsed.expression.points.filter((point) => !isThere(point))).toEqual([])
    }
  })

  test('each demo dashboard has its components on the grid, within the page and beside each other', () => {
    const whole = stored.controls.filter(({ parent }) => parent === undefined)
    expect(whole.length).toBeLessThanOrEqual(LIMITS.dashboardComponents)
    for (const one of whole) {
      expect([one.x, one.y, one.width, one.height].map((px) => px % 10)).toEqual([0, 0, 0, 0])
      expect(one.x + one.width <= stored.width && one.y + one.height <= stored.height).toBe(true)
      const over = whole.filter(
        (other) =>
          other !== one &&
          other.x < one.x + one.width &&
          one.x < other.x + other.width &&
          other.y < one.y + one.height &&
          one.y < other.y + other.height,
      )
      expect(over).toEqual([])
    }
  })
})

test('demo screens lead only to screens that were made before', () => {
  const made = new Set<string>()
  for (const screen of every) {
    screen.document((module_name, screen_name) => {
      expect(made).toContain(`${module_name}\n${screen_name}`)
      return 1
    })
    made.add(`${screen.module_name}\n${screen.screen_name}`)
  }
})

test('each template opens with one screen a variant', () => {
  const starts = every.filter(({ isStart }) => isStart).map(({ module_name, variant }) => module_name + variant)
  expect(new Set(starts).size).toBe(starts.length)
  expect(new Set(starts)).toEqual(new Set(every.map(({ module_name, variant }) => module_name + variant)))
})

test('grey and coloured are the same layout', () => {
  const outline = (screen_name: string) =>
    every
      .filter((one) => one.screen_name === screen_name)
      .map((one) => documentOf(one).controls.map(({ kind, x, y, width, height }) => ({ kind, x, y, width, height })))
  expect(outline('彩色')).toEqual(outline('主画面'))
  expect(outline('Coloured')).toEqual(outline('Main'))
  expect(outline('Main')).toEqual(outline('主画面'))
})
