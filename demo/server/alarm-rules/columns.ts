import type { Words } from '../../../core/catalogue/words.ts'
import type { AlarmRule, CONDITIONS, PUSH_CHANNELS } from '../../../core/contract/alarm-rule.ts'

/** The columns of a file of rules, in their order; each under its words of both languages, or its own name. */
export const RULE_COLUMNS = {
  alarm_name: { zh: '报警名称', en: 'Alarm name' },
  alarm_name_en: { zh: '英文名称', en: 'English name' },
  alarm_level: { zh: '等级', en: 'Level' },
  key: { zh: '变量标识', en: 'Point key' },
  condition: { zh: '条件', en: 'Condition' },
  threshold: { zh: '限值', en: 'Limit' },
  threshold_high: { zh: '上限', en: 'Upper limit' },
  no_data_s: { zh: '无数据时长（秒）', en: 'Silent for (s)' },
  fence_id: { zh: '围栏', en: 'Geofence' },
  dead_band: { zh: '死区', en: 'Deadband' },
  on_delay_s: { zh: '确认延时（秒）', en: 'On delay (s)' },
  off_delay_s: { zh: '恢复延时（秒）', en: 'Off delay (s)' },
  suppress_when: { zh: '抑制条件', en: 'Suppressed while' },
  alarm_text: { zh: '报警内容', en: 'Alarm text' },
  alarm_text_en: { zh: '英文内容', en: 'English text' },
  cause: { zh: '原因', en: 'Cause' },
  cause_en: { zh: '英文原因', en: 'Cause (English)' },
  consequence: { zh: '后果', en: 'Consequence' },
  consequence_en: { zh: '英文后果', en: 'Consequence (English)' },
  response: { zh: '处置', en: 'Response' },
  response_en: { zh: '英文处置', en: 'Response (English)' },
  channels: { zh: '通知方式', en: 'Channels' },
  is_enabled: { zh: '启用', en: 'Enabled' },
} as const satisfies Record<keyof AlarmRule, Words>
export type RuleColumn = keyof typeof RULE_COLUMNS
export const RULE_COLUMN_NAMES = Object.keys(RULE_COLUMNS) as RuleColumn[]

export const CONDITION_WORDS: Record<(typeof CONDITIONS)[number], Words> = {
  above: { zh: '高于', en: 'Above' },
  below: { zh: '低于', en: 'Below' },
  between: { zh: '介于', en: 'Between' },
  outside: { zh: '超出范围', en: 'Outside' },
  equals: { zh: '等于', en: 'Equals' },
  changes: { zh: '变化', en: 'Changes' },
  no_data: { zh: '无数据', en: 'No data' },
  enters_fence: { zh: '进入围栏', en: 'Enters geofence' },
  leaves_fence: { zh: '离开围栏', en: 'Leaves geofence' },
  outside_fence: { zh: '在围栏外', en: 'Outside geofence' },
}

export const CHANNEL_WORDS: Record<(typeof PUSH_CHANNELS)[number], Words> = {
  email: { zh: '邮件', en: 'E-mail' },
  sms: { zh: '短信', en: 'SMS' },
  wechat: { zh: '微信', en: 'WeChat' },
  webhook: { zh: 'Webhook', en: 'Webhook' },
}
