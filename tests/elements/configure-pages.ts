import type { CollectedPoint, Middleware } from '../../core/contract/middleware.ts'
import type { Resource } from '../../core/contract/resource.ts'
import type { Template, TemplateGroup } from '../../core/contract/template.ts'
import { type Page, ROW, seen, type Then } from './axe-page.ts'
import { type Answers, holding, point } from './played-server.ts'

const NOW = Date.now()

/** Who may do everything with templates. */
export const CONFIGURE = ['P00000', 'P40000', 'P41000', 'P41600', 'P42000', 'P43000', 'P44000']

export const template = (template_id: number, more: Partial<Template> = {}): Template => ({
  template_id,
  module_name: `Template ${template_id}`,
  module_type: 'standard',
  description: '',
  group_id: null,
  group_name: '',
  is_published: true,
  published_time: NOW,
  created_time: NOW,
  changed_time: NOW,
  creator_name: 'Li',
  is_own: true,
  may_edit: true,
  is_public: false,
  sharee_count: 0,
  point_count: 2,
  device_count: 1,
  screen_count: 1,
  start_screen_id: null,
  thumbnail: null,
  ...more,
})

export const bound = (sn_code: string, more: object = {}) => ({
  sn_code,
  dev_alias: `Pump ${sn_code}`,
  dev_model: 'BX-3',
  group_name: 'Water',
  is_vpn: false,
  template_id: null as number | null,
  module_name: null as string | null,
  may_bind: true,
  ...more,
})
export const boundDevices = () => [
  bound('P1', { template_id: 1, module_name: 'Template 1' }),
  bound('P2'),
  bound('G1', { dev_alias: 'Gateway', is_vpn: true, may_bind: false }),
  bound('P3', { may_bind: false }),
]

export const templateGroup = (group_id: number, more: Partial<TemplateGroup> = {}): TemplateGroup => ({
  group_id,
  group_name: `Group ${group_id}`,
  remarks: '',
  template_count: 0,
  ...more,
})

export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
export const resource = (resource_id: number, more: Partial<Resource> = {}): Resource => ({
  resource_id,
  resource_type: 'picture',
  resource_name: `Picture ${resource_id}`,
  category_id: null,
  mime: 'image/png',
  bytes: 2048,
  width: 320,
  height: 200,
  created_time: NOW,
  user_name: 'li',
  is_own: true,
  tag: `tag${resource_id}`,
  ...more,
})
export const category = (category_id: number, more: object = {}) => ({
  category_id,
  resource_type: 'picture',
  category_name: `Kind ${category_id}`,
  resource_count: 1,
  ...more,
})

export const source = (middleware_id: number, more: Partial<Middleware> = {}): Middleware => ({
  middleware_id,
  template_id: 1,
  middleware_name: `Source ${middleware_id}`,
  created_time: NOW,
  changed_time: NOW,
  user_name: 'li',
  points: [{ key: 'flow', aggregation: 'sum' }] as CollectedPoint[],
  ...more,
})
const value = (key: string, more: object) => ({
  key,
  name: key,
  unit: 'm³/h',
  aggregation: 'sum',
  value: 36.5,
  counted: 3,
  stale: 1,
  ...more,
})
export const valuesNow = (more: object = {}) => ({
  time: Date.now(),
  device_count: 4,
  stale_count: 1,
  values: [
    value('flow', {}),
    value('running', { unit: null, aggregation: 'last', value: true }),
    value('setpoint', { aggregation: 'max', value: null, counted: 0 }),
  ],
  ...more,
})

/** What a console answers on the pages of templates. */
export const configured: Answers = {
  'GET /user/privileges': () => ({ rows: [], total: 0 }),
  'GET /yun/dev/group': () => [
    { group_id: 1, parent_id: null, group_name: 'Water', is_default: true, device_count: 2 },
  ],
  'GET /yun/module': () => ({ rows: [template(1), template(2)], total: 2 }),
  'GET /yun/module/binding': () => ({ rows: boundDevices(), total: 4 }),
  'GET /yun/module/group': () => [templateGroup(1, { template_count: 3, remarks: 'By the river' }), templateGroup(2)],
  'GET /yun/module/basic': () => ({
    ...template(1),
    points: [point('flow', { unit: 'm³/h', decimals: 1 }), point('running', { data_type: 'boolean' })],
    alarm_rules: [],
    items: [],
    videos: [],
    differing_devices: 0,
  }),
  'GET /yun/module/view': () => [],
  'GET /yun/resourcesInfo': () => ({
    rows: [resource(1), resource(2, { is_own: false, user_name: 'wang', width: null, height: null })],
    total: 2,
  }),
  'GET /yun/resourcesInfo/quota': () => ({ used: 52_428_800, limit: 209_715_200 }),
  'GET /yun/resourcesInfo/content': ({ query }) => ({
    resource: resource(Number(query.get('resource_id'))),
    files: [{ name: 'picture.png', mime: 'image/png', content: PIXEL }],
  }),
  'GET /yun/resourcesClassify': () => [category(1), category(2, { resource_count: 0 })],
  'GET /yun/module/middleware': () => [source(1), source(2)],
  'GET /yun/module/middleware/values': () => valuesNow(),
}
/** The same for whoever has signed in and holds all of it. */
export const configuring: Answers = {
  ...configured,
  ...holding(CONFIGURE),
}

const shape = (name: string, reach: Then, attributes: Record<string, string> = {}): Page => ({
  shape: name,
  answers: configuring,
  reach,
  attributes,
})

/** The pages of templates beside their list, in every shape. */
export const CONFIGURE_PAGES: Record<string, readonly Page[]> = {
  'sg-template-binding': [
    {
      answers: configured,
      list: {
        file: 'screens/template-binding/TemplateBinding.tsx',
        call: 'GET /yun/module/binding',
        hasSearch: true,
        again: false,
      },
    },
    shape('with some selected', seen([`${ROW} input`], '.selection-bar')),
    shape('with one beside', seen([ROW], '#binding-form')),
    shape('with a gateway beside', seen([`${ROW}:nth-child(3)`], '.side-panel .binding-note')),
  ],
  'sg-template-groups': [
    {
      answers: configured,
      list: { file: 'screens/template-groups/TemplateGroups.tsx', call: 'GET /yun/module/group', again: false },
    },
    shape('with one beside', seen([ROW], '.side-panel form')),
    shape('with a new one beside', seen(['.list-page-actions .button'], '.side-panel form')),
  ],
  'sg-template-library': [
    {
      answers: configured,
      list: {
        file: 'screens/template-library/TemplateLibrary.tsx',
        call: 'GET /yun/module',
        hasSearch: true,
        row: '.library-card',
        again: false,
      },
    },
    shape('with one beside', seen(['.library-card-name'], '.library-list')),
    shape('with one about to be copied', seen(['.library-use .button'], '[role=dialog] form')),
  ],
  'sg-gallery': [
    {
      answers: configured,
      list: {
        file: 'screens/gallery/ResourceList.tsx',
        call: 'GET /yun/resourcesInfo',
        hasSearch: true,
        row: '.gallery-card',
        again: false,
      },
    },
    shape('with one beside', seen(['.gallery-card-name'], '.side-panel form')),
    shape("with somebody else's beside", seen(['.gallery-card:nth-child(2) .gallery-card-name'], '.side-panel .facts')),
    shape('about to upload', seen(['.list-page-actions .button, .list-page-filters .button'], '.gallery-drop')),
    shape('with a category chosen', seen(['.gallery-category:nth-of-type(2)'], '.gallery-categories .button-icon')),
  ],
  'sg-template-sources': [
    {
      attributes: { template: '1' },
      answers: configured,
      list: { file: 'screens/template-sources/TemplateSources.tsx', call: 'GET /yun/module/middleware', again: false },
    },
    shape('with the values of one', seen([ROW], '.source-values'), { template: '1' }),
    shape('with a new one beside', seen(['.list-page-actions .button-primary'], '.side-panel form'), { template: '1' }),
  ],
}
