/** A small outline for each kind of control, on the kit's grid of 20 px. */
const GLYPHS: Readonly<Record<string, string>> = {
  text: 'M5 6V4h10v2M10 4v12M8 16h4',
  rectangle: 'M3.500 5h13v10h-13Z',
  ellipse: 'M10 15.500c3.900 0 7-2.500 7-5.500s-3.100-5.500-7-5.500S3 7 3 10s3.100 5.500 7 5.500Z',
  line: 'M4 16 16 4',
  polyline: 'M3 15l4-8 5 5 5-8',
  polygon: 'M10 3l6.500 4.700L14 16H6L3.500 7.700Z',
  picture: 'M3 4h14v12H3ZM3 13.500l4-4 3.500 3.500 2.500-2.500 4 3.500M13 8h.010',
  pipe: 'M3 5h7.500a3 3 0 0 1 3 3v8.500M3 9h5a1.500 1.500 0 0 1 1.500 1.500v6',
  tank: 'M5 5.500c0-1.400 2.200-2.500 5-2.500s5 1.100 5 2.500v9c0 1.400-2.200 2.500-5 2.500s-5-1.100-5-2.500ZM5 11c1.700 1 3.300-1 5 0s3.300-1 5 0',
  value: 'M3 6h14v8H3ZM6 8.500v3M9 8.500h2v1.500H9v1.500h2M14 11.500h.010',
  gauge: 'M3.500 14.500a7.500 7.500 0 1 1 13 0M10 11.500l3.500-4M10 12.500a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
  bar: 'M7 3h6v14H7ZM7 10h6M7 13.500h6',
  progress: 'M3 8h14v4H3ZM3 10h8.500M11.500 8v4',
  indicator:
    'M10 13.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM10 2.500v1.500M10 16v1.500M2.500 10H4M16 10h1.500M4.700 4.700l1 1M14.300 14.300l1 1M4.700 15.300l1-1M14.300 5.700l1-1',
  state: 'M3.500 4h13v3.500h-13ZM3.500 9h13v3.500h-13ZM3.500 14h8v2.500h-8',
  button: 'M3 6.500h14v7H3ZM7 10h6',
  switch: 'M7 6h6a4 4 0 0 1 0 8H7a4 4 0 0 1 0-8ZM13 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  input: 'M3 6h14v8H3ZM6 8.500v3M8.500 11.500h4',
  'realtime-curve': 'M3 3.500v13h14M5.500 12.500l2.500-4 2.500 3 2.500-5.500 2 2.500h2',
  'history-curve': 'M3 3.500v13h14M5.500 12.500l3-4 3 2.500 5-5.500',
  'history-table': 'M3 4h14v12H3ZM3 8h14M3 12h14M8 8v8',
  'alarm-list': 'M5 12.500V9a5 5 0 0 1 10 0v3.500l1.500 1.500h-13ZM8.500 17h3',
  'device-list': 'M3 4h14v12H3ZM3 8h14M6 6h.010M6 10.500h.010M6 13.500h.010M8.500 10.500H14M8.500 13.500H14',
  'device-tree': 'M4 3.500v11.500h4M4 8.500h4M8 6.500h8v4H8ZM8 13h8v4H8ZM3 3.500h3',
  'group-tree': 'M3 4.500h5l1.500 2H17v3H3ZM5.500 9.500v6h3M8.500 13h8v4h-8Z',
  'key-figures': 'M3 6h6v8H3ZM11 6h6v8h-6ZM5 9.500h2M5 12h2M13 9.500h2M13 12h2',
  pie: 'M10 3a7 7 0 1 0 7 7h-7ZM13 2.500A5.500 5.500 0 0 1 17.500 7H13Z',
  'column-chart': 'M3 3.500v13h14M5.500 16.500v-5h2.500v5M9.500 16.500v-9H12v9M13.500 16.500v-7H16v7',
  tabs: 'M3 7.500V4.500h5v3M8 7.500V5h4.500v2.500M3 7.500h14v8.500H3Z',
  screen: 'M3 4h14v10H3ZM7 17h6M10 14v3M6 11V8h3v3ZM11 9.500h3',
  'alarm-measures':
    'M3 16.500h14M4.500 16.500V9h2.500v7.500M9 16.500v-5h2.500v5M14.500 4a2 2 0 0 1 2 2v2l1 1h-6l1-1V6a2 2 0 0 1 2-2Z',
  markdown: 'M3 5h14v10H3ZM5.500 12.500V7.500l2 2.500 2-2.500v5M13 7.500v5M11.500 11l1.500 1.500 1.500-1.500',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4l2.500 2',
  weather: 'M6 15.500a3 3 0 0 1 0-6 4.200 4.200 0 0 1 8-1 3.500 3.500 0 0 1 0 7Z',
  map: 'M3 5.500 7.500 3.500l5 2L17 3.500v11l-4.500 2-5-2L3 16.500ZM7.500 3.500v11M12.500 5.500v11',
  video: 'M3 5h10v10H3ZM13 9l4-2.500v7L13 11',
  camera: 'M3 6h3l1.500-2h5L14 6h3v10H3ZM10 13.500a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600Z',
  'web-page': 'M3 4h14v12H3ZM3 7.500h14M5.500 5.800h.010M7.500 5.800h.010',
  model: 'M10 3l6 3.500v7L10 17l-6-3.500v-7ZM4 6.500l6 3.500 6-3.500M10 10v7',
  'screen-link': 'M3 4h8v6H3ZM9 13h8v-6M13 4h4v4M17 4l-5 5',
  symbol: 'M3.500 6l6.500 4-6.500 4ZM16.500 6 10 10l6.500 4ZM10 10V5M7.500 5h5',
  group: 'M3.500 3.500h13v13h-13ZM6 6h5v5H6ZM9.500 11v3H14V9h-3',
}

/** A plain box for a kind that has none. */
export const kindGlyph = (kind: string): string => GLYPHS[kind] ?? 'M4 4h12v12H4ZM4 4l12 12'

const order = Object.keys(GLYPHS)
/** The place of a kind among those of its category: what is used most comes first. */
export const kindPlace = (kind: string): number => {
  const at = order.indexOf(kind)
  return at < 0 ? order.length : at
}
