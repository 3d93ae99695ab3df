import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['审计记录', 'Audit'],
  counted: ['{{count}} 条', '{{count}} lines', '{{count}} line'],
  readAt: ['截至 {{time}}', 'As of {{time}}'],
  search: ['按用户、对象或地址搜索', 'Search by user, target or address'],
  action: ['操作', 'Action'],
  allActions: ['全部操作', 'All actions'],
  actionChip: ['操作：{{name}}', 'Action: {{name}}'],
  rangeChip: ['{{from}} 至 {{to}}', '{{from}} to {{to}}'],
  fromChip: ['{{from}} 起', 'From {{from}}'],
  who: ['用户', 'Who'],
  by: ['{{user}}（由 {{name}}）', '{{user}} by {{name}}'],
  whoBy: ['{{user}}（由 {{name}} 模拟登录）', '{{user}} (by {{name}}, signed in as this user)'],
  nobody: ['未登录', 'Nobody signed in'],
  target: ['对象', 'Target'],
  address: ['地址', 'Address'],
  field: ['内容', 'Field'],
  before: ['更改前', 'Before'],
  after: ['更改后', 'After'],
  details: ['详细内容', 'Details'],
  entries: ['{{count}} 项', '{{count}} entries', '{{count}} entry'],
  shortened: [
    '内容过长（{{kb}} KB），此处只列出改了哪些字段及其项数或字符数。',
    'Too long to be shown whole ({{kb}} KB): here are the fields, with how many entries or characters each had.',
  ],
  noDetails: ['没有其他内容。', 'Nothing more was kept.'],
  none: ['此时间范围内没有记录', 'Nothing in this time range'],
  noneWhy: [
    '登录以及对用户、角色、权限和密钥的更改都记录在这里：谁、何时、从哪里、改了什么。',
    'Sign-ins and changes to users, roles, rights and keys are kept here: who, when, from where, and what changed.',
  ],
})
