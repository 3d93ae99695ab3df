import { createRoot, type Root } from 'react-dom/client'
import type { PointSource } from '../../core/canvas/point-source.ts'
import type { VideoSetting } from '../../core/contract/template.ts'
import type { ControlDefinition, Look } from '../../elements/canvas/controls/define-control.ts'
import type { ViewSurroundings } from '../../elements/canvas/controls/view/view-context.ts'
import { place, until } from './check.ts'
import type { PlayedServer, playServer as PlayServer } from './played-server.ts'

type Answers = Parameters<typeof PlayServer>[0]
// biome-ignore lint/suspicious/noExplicitAny: controls of every kind, each with props of its own
type AnyDefinition = ControlDefinition<any>

const point = (key: string, name_en: string, more: object = {}) => ({
  key,
  name: key,
  name_en,
  data_type: 'number',
  unit: null,
  decimals: null,
  write_min: null,
  write_max: null,
  enum_text: null,
  ...more,
})
export const SCREEN_POINTS = [
  point('flow', 'Flow', { unit: 'm³/h', decimals: 1 }),
  point('running', 'Running', { data_type: 'boolean' }),
]
export const SCREEN_DEVICE = { dev_alias: 'Pump 1', report_interval_s: 5, points: SCREEN_POINTS }

const colours: Record<string, string> = { 'alarm-fill-5': '#f5342c', 'on-alarm-fill': '#101316' }
export const screenLook: Look = {
  colour: (named) => (named.startsWith('var(') ? '#345678' : named || '#345678'),
  token: (role) => colours[role] ?? '#567890',
  fontFamily: 'sans-serif',
  style: 'grey',
  lang: 'en',
  timezone: 'Asia/Shanghai',
  picture: () => null,
}

interface Shown {
  answers?: Answers
  source?: PointSource | null
  videos?: readonly VideoSetting[]
  isEditing?: boolean
  replayTime?: number | null
  width?: number
  height?: number
  /** What the screen around it hands on. */
  around?: Partial<ViewSurroundings>
}

/** Shows one view of a control by itself, in a page of ours with a server that is played. */
export async function driveControls() {
  // Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
  const { PageRoot } = await import('../../elements/define/index.ts')
  const { KINDS, loadKinds } = await import('../../elements/canvas/controls/kinds.ts')
  await loadKinds()
  const { ALONE, ViewContext } = await import('../../elements/canvas/controls/view/view-context.ts')
  const { playServer } = await import('./played-server.ts')
  const open: { root: Root; server: PlayedServer }[] = []
  afterEach(() => {
    for (const { root, server } of open.splice(0)) {
      root.unmount()
      server.connection.dispose()
    }
  })

  async function show(kind: string, props: object, shown: Shown = {}) {
    const {
      answers = {},
      source = null,
      videos = [],
      isEditing = false,
      replayTime = null,
      width = 480,
      height = 280,
      around = {},
    } = shown
    const definition = KINDS.get(kind) as AnyDefinition
    const View = (await definition.view?.())?.default
    if (!View) throw new Error(`${kind} has no view`)
    const server = await playServer(answers)
    const box = place('')
    const root = createRoot(box)
    open.push({ root, server })
    const all = { ...definition.defaults, ...props }
    const state = { props: all, width, height, opacity: 1, quality: null, alarm_level: 0 } as never
    root.render(
      <PageRoot locale="en" theme="light" timeZone="Asia/Shanghai" connection={server.connection}>
        <ViewContext value={{ ...ALONE, source, videos, ...around }}>
          <div style={{ width, height }}>
            <View
              props={all}
              state={state}
              look={screenLook}
              width={width}
              height={height}
              sn_code={'PUMP1'}
              isEditing={isEditing}
              replayTime={replayTime}
            />
          </div>
        </ViewContext>
      </PageRoot>,
    )
    return {
      box,
      server,
      says: (wanted: string) => until(`"${wanted}"`, () => (box.textContent ?? '').includes(wanted)),
      button: (name: string) =>
        until(`a button ${name}`, () =>
          // Popovers are drawn beside the box.
          Array.from(document.querySelectorAll('button')).find(
            ({ textContent, ariaLabel }) => textContent?.trim() === name || ariaLabel === name,
          ),
        ),
      leave: () => {
        root.unmount()
        open.splice(0, open.length, ...open.filter((one) => one.root !== root))
      },
    }
  }

  return { kinds: KINDS as ReadonlyMap<string, AnyDefinition>, show, PointSourceOf: pointSource }
}

/** Values that do not change, of any device. */
function pointSource(kind: PointSource['kind'], values: Record<string, number>): PointSource {
  return {
    kind,
    read: (_sn_code, key) =>
      key in values
        ? { value: values[key] as number, quality: 'good', data_time: Date.now() - 1000, alarm_level: 0 }
        : null,
    device: (sn_code) => ({
      sn_code,
      dev_alias: 'Pump 1',
      dev_state: 1,
      may_write: false,
      points: new Map(SCREEN_POINTS.map((row) => [row.key, row as never])),
    }),
    listen: () => () => {},
    now: () => Date.now(),
  }
}
