/** What a kind shows at its best: a point of the demo's pump station that suits it, and properties that its defaults leave empty. */
export interface Sample {
  /** Another property than the kind's main one; null binds none. */
  path?: string | null
  point?: string
  props?: Readonly<Record<string, unknown>>
}

const CURVES = [
  { point: 'flow', label: '' },
  { point: 'power', label: '' },
]
const FLOW = { unit: 'm³/h', max: 400 }
const RUNNING = 'pump1_running'

export const SAMPLES: Readonly<Record<string, Sample>> = {
  value: { props: { unit: 'm³/h' } },
  tank: { props: FLOW },
  gauge: { props: FLOW },
  bar: { props: FLOW },
  progress: { props: FLOW },
  input: { point: 'pressure_setpoint', props: { writes: 'pressure_setpoint', unit: 'MPa', decimals: 3 } },
  switch: { point: 'pump1_command', props: { writes: 'pump1_command' } },
  indicator: { point: RUNNING },
  state: { point: RUNNING },
  symbol: { point: RUNNING, props: { symbol: 'sg/pumps/centrifugal' } },
  pipe: { point: RUNNING },
  button: { path: null },
  rectangle: { path: null },
  ellipse: { path: null },
  polygon: { path: null },
  line: { path: null },
  polyline: { path: null },
  picture: { path: null },
  clock: { path: null },
  weather: { path: null, props: { lat: 31.2, lng: 121.5 } },
  video: { path: null },
  camera: { path: null },
  'web-page': { path: null },
  'alarm-list': { path: null },
  map: { path: null },
  'screen-link': { path: null },
  'realtime-curve': { path: null, props: { points: CURVES } },
  'history-curve': { path: null, props: { points: CURVES } },
  'history-table': { path: null, props: { points: CURVES } },
  'device-list': { path: null, props: { columns: [{ key: 'flow', label: '' }] } },
  'device-tree': { path: null },
  'group-tree': { path: null },
  'key-figures': { path: null, props: { points: CURVES.map((row) => ({ ...row, better: 'none' })) } },
  pie: { path: null, props: { points: CURVES.map((row) => ({ ...row, colour: '' })) } },
  'column-chart': { path: null, props: { points: CURVES.map((row) => ({ ...row, colour: '' })), by: 'hour' } },
  tabs: { path: null },
  markdown: { path: null },
  screen: { path: null },
  'alarm-measures': { path: null },
}
