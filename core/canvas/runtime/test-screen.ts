import * as z from 'zod/mini'
import { Point } from '../../contract/device.ts'
import { type Binding, Control, ScreenDocument } from '../../contract/documents/screen.ts'
import type { ControlState } from '../control-state.ts'
import type { ControlKind, KindTable } from '../kind.ts'
import type { DeviceFacts } from '../point-source.ts'
import { createRuntime, type RuntimeOptions } from '../runtime.ts'
import { createTypedSource } from '../typed-source.ts'

const ValueProps = z.object({
  value: z.union([z.number(), z.string(), z.boolean(), z.null()]),
  unit: z.string(),
  label: z.string(),
  decimals: z.nullable(z.int()),
  words: z.array(z.object({ is: z.string(), text: z.string() })),
  format: z.enum(['number', 'words']),
  color: z.string().check(z.maxLength(32)),
})
const valueDefaults = {
  value: null,
  unit: '',
  label: '',
  decimals: null,
  words: [],
  format: 'number',
  color: '',
} as const
const valueKind: ControlKind = {
  kind: 'value',
  version: 1,
  props: ValueProps as unknown as ControlKind['props'],
  defaults: valueDefaults,
  size: { width: 100, height: 40 },
  bindable: ['value', 'color'],
}
const textKind: ControlKind = {
  kind: 'text',
  version: 1,
  props: z.object({
    text: z.string(),
    isBold: z.boolean(),
    states: z.array(z.object({ text: z.string() })),
  }) as unknown as ControlKind['props'],
  defaults: { text: 'Hello', isBold: false, states: [{ text: 'off' }, { text: 'on' }] },
  size: { width: 100, height: 20 },
  bindable: ['text', 'isBold', 'states.0.text'],
}
/** As pipes are. */
const wayKind: ControlKind = { ...valueKind, kind: 'way', isUnmarked: true }
const rangeKind: ControlKind = {
  kind: 'gauge',
  version: 1,
  props: z
    .object({ value: z.nullable(z.number()), min: z.number(), max: z.number() })
    .check(z.refine(({ min, max }) => min < max)) as unknown as ControlKind['props'],
  defaults: { value: null, min: 0, max: 100 },
  size: { width: 100, height: 100 },
  bindable: ['value', 'min', 'max'],
}
const groupKind: ControlKind = {
  kind: 'group',
  version: 1,
  props: z.object({ symbol: z.optional(z.string()) }) as unknown as ControlKind['props'],
  defaults: {},
  size: { width: 100, height: 100 },
  bindable: [],
}
export const KINDS: KindTable = new Map(
  [valueKind, wayKind, textKind, rangeKind, groupKind].map((kind) => [kind.kind, kind]),
)

export const point = (key: string, more: Partial<Point> = {}): Point => ({
  ...Point.parse({ key, name: `${key} 名称`, name_en: `Name of ${key}`, data_type: 'number' }),
  ...more,
})
export const device = (sn_code: string, ...points: Point[]): DeviceFacts => ({
  sn_code,
  dev_alias: sn_code,
  dev_state: 1,
  may_write: true,
  points: new Map(points.map((one) => [one.key, one])),
})
export const WW1 = device(
  'WW1',
  point('flow', { unit: 'm³/h', decimals: 1 }),
  point('level'),
  point('on', { data_type: 'boolean' }),
  point('mode', { data_type: 'enum', enum_text: { 0: { zh: '手动', en: 'Manual' }, 1: { zh: '自动', en: 'Auto' } } }),
  point('pump1.flow'),
)

export const control = (control_id: string, more: Partial<z.input<typeof Control>> = {}) =>
  Control.parse({ control_id, kind: 'value', x: 10, y: 20, width: 100, height: 40, ...more })
export const bound = (path: string, binding: string | Binding) => ({
  bindings: { [path]: typeof binding === 'string' ? { expression: binding } : binding },
})
export const screen = (controls: readonly Control[], more: object = {}): ScreenDocument => ({
  ...ScreenDocument.parse({ version: 1, width: 800, height: 600, controls: [], ...more }),
  controls: [...controls],
})

/** A runtime over typed values with a listener, whose notifications are in `heard`. */
export function open(controls: readonly Control[], more: object = {}, options: Partial<RuntimeOptions> = {}) {
  const source = createTypedSource({ devices: [WW1, device('WW2', point('flow'))], now: () => Date.now() })
  const document = screen(controls, more)
  const runtime = createRuntime({ document, kinds: KINDS, source, sn_code: 'WW1', timezone: 'UTC', ...options })
  const heard: string[][] = []
  const stop = runtime.listen((changed) => heard.push([...changed.keys()]))
  heard.length = 0
  const stateOf = (control_id: string) => runtime.state(control_id) as ControlState
  return { source, runtime, heard, stop, stateOf }
}
