import type { Screen } from '../../core/contract/screen.ts'
import type { Template, TemplateDetail } from '../../core/contract/template.ts'
import { who } from './account-pages.ts'
import { keeping, plainRule, ruleAnswers } from './alarm-rules-pages.ts'
import { type Page, seen, type Then } from './axe-page.ts'
import { type Answers, holding, point } from './played-server.ts'

const NOW = Date.now()

/** Who makes templates and draws their screens. */
export const DESIGNER = ['P00000', 'P40000', 'P41000', 'P41600', 'P42000', 'P52000', 'P53000']

export const template = (template_id: number, more: Partial<Template> = {}): Template => ({
  template_id,
  module_name: `Template ${template_id}`,
  module_type: 'standard',
  description: '',
  group_id: 1,
  group_name: 'Water',
  is_published: false,
  published_time: null,
  created_time: 0,
  changed_time: NOW,
  creator_name: 'li',
  is_own: true,
  may_edit: true,
  is_public: false,
  sharee_count: 0,
  point_count: 2,
  device_count: 0,
  screen_count: 1,
  start_screen_id: null,
  thumbnail: null,
  ...more,
})
export const templates = () => [
  template(1, { module_name: 'Pump station', is_published: true, published_time: NOW, device_count: 3 }),
  template(2, { module_name: 'Tank', module_type: 'nonstandard', is_public: true }),
  template(3, { module_name: 'Boiler', is_own: false, may_edit: false }),
]
export const detail = (more: Partial<TemplateDetail> = {}): TemplateDetail => ({
  ...template(2, { module_name: 'Tank', description: 'An open tank', sharee_count: 1 }),
  points: [
    point('level', { name: 'level', unit: 'm', decimals: 2 }),
    point('setpoint', { name: 'setpoint', access: 'rw', write_min: 0, write_max: 5 }),
    point('mode', {
      name: 'mode',
      data_type: 'enum',
      enum_text: { 0: { zh: '停', en: 'Off' }, 1: { zh: '自动', en: 'Auto' } },
    }),
  ],
  alarm_rules: [plainRule],
  items: [
    { item_id: 11, item_name: 'Start it' },
    { item_id: 12, item_name: 'Drain it' },
  ],
  videos: [{ name: 'Gate', kind: 'hls', url: 'https://cameras.example/gate.m3u8' }],
  differing_devices: 0,
  ...more,
})
export const screen = (screen_id: number, more: Partial<Screen> = {}): Screen => ({
  screen_id,
  template_id: 2,
  screen_name: `Screen ${screen_id}`,
  variant: 'desktop',
  is_start: screen_id === 21,
  width: 1920,
  height: 1080,
  revision: 3,
  published_revision: null,
  changed_time: NOW,
  changed_by: 'li',
  thumbnail: null,
  ...more,
})
const person = (user_id: number) => ({ user_id, user_name: `user${user_id}`, name: `User ${user_id}` })

/** A 1 px picture. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const templateAnswers: Answers = {
  ...ruleAnswers,
  ...keeping(),
  'GET /yun/module': () => ({ rows: templates(), total: 3 }),
  'PUT /yun/module': () => detail(),
  'GET /yun/module/group': () => [{ group_id: 1, group_name: 'Water', remarks: '', template_count: 3 }],
  'GET /yun/module/basic': () => detail(),
  'GET /yun/module/view': () => [
    screen(21, { thumbnail: 'a' }),
    screen(22, { published_revision: 2 }),
    screen(23, { variant: 'mobile', width: 390, height: 844 }),
  ],
  'GET /yun/module/view/thumbnail': () => ({ picture: DOT }),
  'GET /yun/module/share': () => [{ user_id: 8, user_name: 'user8', shared_time: NOW }],
  'GET /yun/module/people': () => [person(8), person(9), person(10)],
  'GET /yun/userInfo': () => who(),
}
/** The same for whoever may change all of it. */
const designer: Answers = {
  ...templateAnswers,
  ...holding(DESIGNER),
}

const shape = (name: string, tab: string, reach: Then): Page => ({
  shape: name,
  attributes: { template: '2', tab },
  answers: designer,
  reach,
})
const beside = '.side-panel form'

export const TEMPLATE_PAGES: Record<string, readonly Page[]> = {
  'sg-templates': [
    {
      answers: templateAnswers,
      list: {
        file: 'screens/templates/TemplateList.tsx',
        call: 'GET /yun/module',
        hasSearch: true,
        row: '.template-card',
        again: seen(['.template-card-menu button', '[data-key=makePublic]'], '.template-card'),
      },
    },
    {
      ...shape('as a table', '', seen(['.template-looks button:last-child'], '.table-rows [role=row]')),
      attributes: {},
    },
    { ...shape('with a new one beside', '', seen(['.list-page-head .button-primary'], beside)), attributes: {} },
    shape('with the points of one', 'points', seen([], '.point-rows [role=row]')),
    shape('with a wrong point', 'points', seen(['.template-bar .button'], '.point-rows [data-row="3"]')),
    shape('with the alarm rules of one', 'rules', seen(['.table-rows [role=row]'], '.rule-handle')),
    shape('with the screens of one', 'screens', seen([], '.template-card img')),
    shape('with the permission items of one', 'items', seen([], '.items-rows li')),
    shape('with the videos of one', 'videos', seen(['.table-rows [role=row]'], beside)),
    {
      ...shape('with one that others made', 'points', seen([], '.table-rows [role=row]')),
      answers: { ...designer, 'GET /yun/module/basic': () => detail({ is_own: false, may_edit: false }) },
    },
  ],
}
