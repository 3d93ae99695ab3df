import { HOUR_MS, WEEK_MS } from '../../core/catalogue/durations.ts'
import type { AlarmRule } from '../../core/contract/alarm-rule.ts'
import type { AlarmRuleSet, DryRun, KeptRule, SentRule } from '../../core/contract/alarm-rules.ts'
import { type Page, ROW, seen, type Then } from './axe-page.ts'
import { bound, CONFIGURE } from './configure-pages.ts'
import { type Answers, holding, type PlayedServer, point, pump } from './played-server.ts'

/** A rule with what every one has. */
export const plainRule: AlarmRule = {
  key: 'level',
  alarm_name: '液位高',
  alarm_name_en: 'Level high',
  alarm_level: 4,
  condition: 'above',
  threshold: 4.5,
  threshold_high: null,
  no_data_s: null,
  fence_id: null,
  dead_band: 0.1,
  on_delay_s: 0,
  off_delay_s: 0,
  alarm_text: '',
  alarm_text_en: '',
  cause: '',
  cause_en: '',
  consequence: '',
  consequence_en: '',
  response: '',
  response_en: '',
  suppress_when: '',
  channels: [],
  is_enabled: true,
}
export const rule = (rule_id: string, more: Partial<KeptRule> = {}): KeptRule => ({
  ...plainRule,
  rule_id,
  alarm_name: `规则 ${rule_id}`,
  alarm_name_en: `Rule ${rule_id}`,
  open_alarms: 0,
  ...more,
})

export const ruleSet = (more: Partial<AlarmRuleSet> = {}): AlarmRuleSet => ({
  name: 'Tank',
  fences: [{ fence_id: 1, fence_name: 'Depot' }],
  points: [
    point('level', { name: '液位', name_en: 'Level', unit: 'm', decimals: 2 }),
    point('running', { name: '运行', name_en: 'Running', data_type: 'boolean' }),
    point('mode', {
      name: '模式',
      name_en: 'Mode',
      data_type: 'enum',
      enum_text: { 0: { zh: '停', en: 'Off' }, 1: { zh: '自动', en: 'Auto' } },
    }),
  ],
  rules: [
    rule('11', { alarm_name: '液位高', alarm_name_en: 'Level high', on_delay_s: 10, channels: ['email'] }),
    rule('12', { alarm_name: '液位低', alarm_name_en: 'Level low', condition: 'below', threshold: 1, alarm_level: 3 }),
    rule('13', {
      alarm_name: '停机',
      alarm_name_en: 'Stopped',
      key: 'running',
      condition: 'equals',
      threshold: 0,
    }),
  ],
  revision: 'r1',
  may_edit: true,
  template: null,
  ...more,
})

/** A level that goes up and down once an hour, from 3 to 5 m, in the columns that were asked for. */
export const tides: PlayedServer['answers'][string] = ({ query }) => {
  const [start = 0, end = 0, width = 1] = ['start', 'end', 'width'].map((name) => Number(query.get(name)))
  const rows = Array.from({ length: width }, (_, column) => {
    const time = start + (column * (end - start)) / width
    const value = 4 + Math.sin((time / HOUR_MS) * 2 * Math.PI)
    return [time, value, value, value, value, 1]
  })
  return { source: 'raw', columns: [], rows }
}

export const dryRun = (more: Partial<DryRun> = {}): DryRun => {
  const end = Date.now()
  const load = {
    suppressed: 1,
    peak: 3,
    peak_time: end - 7_200_000,
    acceptable: 1000,
    manageable: 6,
    busy: 2,
    flood: 0,
  }
  return {
    start: end - WEEK_MS,
    since: end - WEEK_MS,
    end,
    until: end,
    device_count: 2,
    devices_left: 0,
    left: [],
    load: { ...load, total: 12 },
    now: { ...load, total: 40 },
    rules: [{ rule: 0, total: 12, standing_s: 600 }],
    devices: [{ sn_code: 'P1', dev_alias: 'Pump P1', total: 12 }],
    alarms: [
      {
        rule: 0,
        sn_code: 'P1',
        dev_alias: 'Pump P1',
        alarm_time: end - 7_200_000,
        recover_time: null,
        alarm_value: 5,
        is_suppressed: false,
      },
    ],
    ...more,
  }
}

/** Keeps what is saved. */
export function keeping(first = ruleSet()): Answers {
  let set = first
  let saves = 0
  return {
    'GET /yun/alarmRules': () => set,
    'PUT /yun/alarmRules': ({ body }) => {
      saves += 1
      const rules = (body.rules as SentRule[]).map((one, at) => ({
        ...one,
        rule_id: one.rule_id ?? `${100 * saves + at}`,
        open_alarms: 0,
      }))
      set = { ...set, rules, revision: `r${saves + 1}` }
      return set
    },
  }
}

export const ruleAnswers: Answers = {
  'GET /yun/module/binding': () => {
    const rows = [bound('P1', { template_id: 2 }), bound('P2', { template_id: 2 })]
    return { rows, total: 2 }
  },
  'GET /dev/basic': () => pump({ sn_code: 'P1', dev_alias: 'Pump P1' }),
  'GET /rDev': () => ({
    sn_code: 'P1',
    dev_state: 1,
    report_time: Date.now(),
    values: [{ key: 'level', name: 'Level', unit: 'm', value: 4.2, quality: 'good', data_time: Date.now() }],
  }),
  'GET /hDev': tides,
  'POST /yun/alarmRules/dryRun': () => dryRun(),
}
export const ENGINEER = [...CONFIGURE, 'P30000', 'P30200']
const engineer = (set = ruleSet()): Answers => ({
  ...ruleAnswers,
  ...keeping(set),
  ...holding(ENGINEER),
})

const shape = (name: string, answers: Answers, reach: Then): Page => ({
  shape: name,
  attributes: { template: '2' },
  answers,
  reach,
})
const range = ruleSet({
  rules: [
    rule('11', {
      condition: 'outside',
      threshold: 3.2,
      threshold_high: 4.8,
      on_delay_s: 120,
      off_delay_s: 300,
      alarm_text: '液位 {{value}}',
      suppress_when: 'running ==',
      cause: '进水过多',
      cause_en: 'Too much inflow',
    }),
  ],
})

export const ALARM_RULES_PAGES: Record<string, readonly Page[]> = {
  'sg-alarm-rules': [
    {
      attributes: { template: '2' },
      answers: { ...ruleAnswers, ...keeping() },
      states: { empty: { attributes: { template: null } }, stale: false },
      reach: seen([], ROW),
    },
    shape('without any', engineer(ruleSet({ rules: [] })), seen([], '.rule-actions')),
    shape(
      'with one open that stands',
      engineer(ruleSet({ rules: [rule('11', { open_alarms: 2 })] })),
      seen([ROW], '.rule-handle'),
    ),
    shape('with one that is wrong', engineer(range), seen([ROW], '.rule-handle[data-axis=time]')),
    shape('after a trial', engineer(), seen([ROW, '.dry-run-bar .button'], '.dry-run-list [role=row]')),
    shape(
      'during a trial',
      { ...engineer(), 'POST /yun/alarmRules/dryRun': () => new Promise(() => {}) },
      seen([ROW, '.dry-run-bar .button'], '.dry-run-state progress'),
    ),
    {
      ...shape(
        'of a device',
        engineer(ruleSet({ template: { template_id: 2, module_name: 'Tank', rules: [rule('31')] } })),
        seen([], ROW),
      ),
      attributes: { sn: 'P1' },
    },
    shape('for who only reads', engineer(ruleSet({ may_edit: false })), seen([ROW], '.rule-drawing')),
  ],
}
