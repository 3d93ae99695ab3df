/**
 * Outlines on a 20 px grid, drawn with a 1.5 px round stroke in the colour of the text. Several paths of one icon are
 * joined in one string. Those in `SOLID` are filled: marks that must be told apart by shape at 12 px.
 */
export const ICONS = {
  search: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.5 13.5 17 17',
  'zoom-in': 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.5 13.5 17 17M9 6.5v5M6.5 9h5',
  'zoom-out': 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.5 13.5 17 17M6.5 9h5',
  close: 'M5 5l10 10M15 5 5 15',
  'chevron-down': 'M5 7.5l5 5 5-5',
  'chevron-up': 'M5 12.5l5-5 5 5',
  'chevron-left': 'M12.5 5l-5 5 5 5',
  'chevron-right': 'M7.5 5l5 5-5 5',
  'chevrons-left': 'M10 5l-5 5 5 5M15.5 5l-5 5 5 5',
  'chevrons-right': 'M10 5l5 5-5 5M4.5 5l5 5-5 5',
  'arrow-up': 'M10 16V4M5 9l5-5 5 5',
  'arrow-down': 'M10 4v12M5 11l5 5 5-5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  home: 'M3 9.5 10 3.5l7 6M5 8.5V16.5h10V8.5M8.5 16.5v-5h3v5',
  device: 'M4 3.5h12v13H4ZM7 7h6M7 10h6M7 13.5h.01M10 13.5h.01',
  gauge: 'M3.5 14.5a7.5 7.5 0 1 1 13 0M10 11.5l3.5-4M10 12.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
  chart: 'M3 3.5v13h14M6 12.5l3.5-4 3 2.5L17 5.5',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4l2.5 2',
  calendar: 'M3.5 5h13v11.5h-13ZM3.5 8.5h13M7 3v3.5M13 3v3.5',
  download: 'M10 3.5v9M6 9l4 4 4-4M3.5 16.5h13',
  qr: 'M3.5 3.5h5v5h-5ZM11.5 3.5h5v5h-5ZM3.5 11.5h5v5h-5ZM11.5 11.5h2v2M16.5 11.5v5h-5v-2M6 6h.01M14 6h.01M6 14h.01',
  scan: 'M3.5 7V3.5H7M13 3.5h3.5V7M16.5 13v3.5H13M7 16.5H3.5V13M3 10h14',
  upload: 'M10 13V4M6 7.5l4-4 4 4M3.5 16.5h13',
  cursors: 'M5 3v14M15 3v14M7.5 10h5M9 8.5 7.5 10 9 11.5M11 8.5l1.5 1.5-1.5 1.5',
  image: 'M3 4h14v12H3ZM3 13.5l4-4 3.5 3.5 2.5-2.5 4 3.5M13 8h.01',
  play: 'M6 4l10 6-10 6Z',
  pause: 'M6.5 4v12M13.5 4v12',
  refresh: 'M16.5 9A6.5 6.5 0 0 0 5 5.5L3.5 7M3.5 3.5V7H7M3.5 11A6.5 6.5 0 0 0 15 14.5l1.5-1.5M16.5 16.5V13H13',
  undo: 'M4 8h8a4 4 0 0 1 0 8H8M4 8l3.5-3.5M4 8l3.5 3.5',
  settings: 'M3 6h7M14 6h3M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM3 14h3M10 14h7M8 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  user: 'M10 10a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 10 10ZM3.8 17a6.2 6.2 0 0 1 12.4 0',
  globe:
    'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM3 10h14M10 3c2.5 2 3.5 4.3 3.5 7s-1 5-3.5 7c-2.5-2-3.5-4.3-3.5-7s1-5 3.5-7Z',
  sun: 'M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M4.7 15.3l1-1M14.3 5.7l1-1',
  moon: 'M16.5 11.5A6.8 6.8 0 0 1 8.5 3.5a6.8 6.8 0 1 0 8 8Z',
  contrast: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 3v14M12.5 4v12M15 5.5v9',
  wifi: 'M2.5 8a11 11 0 0 1 15 0M5.2 11a7 7 0 0 1 9.6 0M7.8 13.8a3.2 3.2 0 0 1 4.4 0M10 16.5h.01',
  'wifi-off':
    'M3 3l14 14M2.5 8A11 11 0 0 1 6 5.8M9.5 5a11 11 0 0 1 8 3M5.2 11A7 7 0 0 1 8 9.5M13 10a7 7 0 0 1 1.8 1M10 16.5h.01',
  map: 'M3 5.5 7.5 3.5l5 2L17 3.5v11l-4.5 2-5-2L3 16.5ZM7.5 3.5v11M12.5 5.5v11',
  'map-pin':
    'M10 17.5s5.5-4.7 5.5-9a5.5 5.5 0 0 0-11 0c0 4.3 5.5 9 5.5 9ZM10 10.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  list: 'M7 5h10M7 10h10M7 15h10M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  table: 'M3 4h14v12H3ZM3 8h14M3 12h14M8 8v8',
  tiles: 'M3.5 3.5h5.5V9H3.5ZM11.5 3.5H17V9h-5.5ZM3.5 11.5h5.5V17H3.5ZM11.5 11.5H17V17h-5.5Z',
  columns: 'M3 4h14v12H3ZM8 4v12M12.5 4v12',
  log: 'M5 3h7l3.5 3.5V17H5ZM12 3v3.5h3.5M7.5 10h5M7.5 13h5',
  clipboard: 'M7.5 4.5H5V17h10V4.5h-2.5M7.5 3h5v3h-5ZM7.5 9.5h5M7.5 12.5h3',
  edit: 'M4 16l.7-3.2L13 4.5a1.6 1.6 0 0 1 2.3 0l.2.2a1.6 1.6 0 0 1 0 2.3l-8.3 8.3ZM11.5 6l2.5 2.5',
  trash: 'M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  check: 'M4 10.5l4 4 8-9',
  warning: 'M10 3.5 17.5 16.5h-15ZM10 8.5v3.5M10 14.3h.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9.5v4M10 6.8h.01',
  bell: 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13ZM8.5 17h3',
  volume: 'M3.5 8v4h3l4 3.5v-11l-4 3.5ZM13 7.5a3.5 3.5 0 0 1 0 5M15 5.5a6.5 6.5 0 0 1 0 9',
  'volume-off': 'M3.5 8v4h3l4 3.5v-11l-4 3.5ZM13 8l4 4M17 8l-4 4',
  pin: 'M7 3h6l-1 6 2.5 2.5h-9L8 9ZM10 11.5V17',
  star: 'M10 3l2.1 4.5 4.9.6-3.6 3.4.9 4.9L10 14l-4.3 2.4.9-4.9L3 8.1l4.9-.6Z',
  more: 'M4.5 11.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM10 11.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM15.5 11.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  filter: 'M3 4.5h14l-5.5 6.5v5l-3-1.5V11Z',
  'log-out': 'M8 3.5H4v13h4M12.5 6.5 16 10l-3.5 3.5M16 10H7.5',
  expand: 'M12 3.5h4.5V8M8 16.5H3.5V12M16.5 3.5 11.5 8.5M3.5 16.5l5-5',
  external: 'M8 4.5H4.5v11h11V12M11 4h5v5M16 4l-6.5 6.5',
  eye: 'M2.5 10s2.8-5 7.5-5 7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5ZM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  'eye-off':
    'M3 3l14 14M7 5.6A7 7 0 0 1 10 5c4.7 0 7.5 5 7.5 5a13 13 0 0 1-2.3 2.8M4.8 7.2A13 13 0 0 0 2.5 10s2.8 5 7.5 5a7 7 0 0 0 3-.7M8.6 8.6a2 2 0 0 0 2.8 2.8',
  layers: 'M10 3.5 17 7l-7 3.5L3 7ZM3 10.5l7 3.5 7-3.5M3 14l7 3.5 7-3.5',
  link: 'M8 12l4-4M9 6.5l1.5-1.5a3.2 3.2 0 0 1 4.5 4.5L13.5 11M6.5 9 5 10.5A3.2 3.2 0 0 0 9.5 15l1.5-1.5',
  folder: 'M3 4.5h5l1.5 2H17v9.5H3Z',
  book: 'M10 5.5C8 4 5.5 3.5 3 4v11.5c2.5-.5 5 0 7 1.5 2-1.5 4.5-2 7-1.5V4c-2.5-.5-5 0-7 1.5ZM10 5.5V17',
  screen: 'M3 4h14v9.5H3ZM7 17h6M10 13.5V17',
  inbox: 'M3 11.5 5.5 4h9L17 11.5V16H3ZM3 11.5h4l1 2h4l1-2h4',
  message: 'M3 4.5h14V14H9l-3.5 3v-3H3Z',
  users:
    'M8 9.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM2.8 16.5a5.2 5.2 0 0 1 10.4 0M12.5 4.4a2.6 2.6 0 0 1 0 5M14.6 11.8a5.2 5.2 0 0 1 2.7 4.7',
  key: 'M6.5 14a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM10.5 10h7M14 10v3M17 10v2',
  lock: 'M4.5 9h11v7.5h-11ZM7 9V7a3 3 0 0 1 6 0v2M10 12v1.5',
  code: 'M6.5 6l-4 4 4 4M13.5 6l4 4-4 4M11.5 4.5l-3 11',
  send: 'M3 10 17 3.5 13 17l-3.5-5.5ZM9.5 11.5 17 3.5',
  circle: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z',
  ring: 'M10 15.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z',
  diamond: 'M10 1 19 10 10 19 1 10Z',
  triangle: 'M10 2 19 18H1Z',
  square: 'M3 3h14v14H3Z',
  octagon: 'M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3Z',
  cross: 'M5 5l10 10M15 5 5 15',
  unknown: 'M10 16.5h.01M7 7a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4v1',
} as const

/** By the level of an alarm, from 1. */
export const ALARM_SHAPES = ['circle', 'diamond', 'triangle', 'square', 'octagon'] as const

/** The sign in the shape of an alarm. */
export const signOf = (shape: (typeof ALARM_SHAPES)[number]): string =>
  shape === 'triangle' ? 'M8.9 7.4h2.2V13H8.9ZM8.9 14.4h2.2v2.2H8.9Z' : 'M8.9 5.4h2.2V11H8.9ZM8.9 12.4h2.2v2.2H8.9Z'

export type IconName = keyof typeof ICONS

export const SOLID: ReadonlySet<IconName> = new Set([
  'circle',
  'diamond',
  'triangle',
  'square',
  'octagon',
  'play',
  'more',
])
