import type { Right } from '../catalogue/held-rights.ts'
import { QUOTAS } from '../catalogue/quotas.ts'
import type { SystemMessage, SystemMessageKind } from '../contract/system-message.ts'
import { defineText, type Lang, translate } from '../text/define-text.ts'
import { nameIn } from '../text/name-in.ts'
import { alarmPath } from './alarm-path.ts'

/** What the product says to a user, by the kind of message; its placeholders are the message's params. */
export const systemMessageWords = defineText({
  'template-shared': ['{{by}} 向您分享了模板“{{module_name}}”', '{{by}} shared the template {{module_name}} with you'],
  'template-recycled': ['{{by}} 收回了模板“{{module_name}}”', '{{by}} no longer shares the template {{module_name}}'],
  'template-transferred': [
    '{{by}} 把模板“{{module_name}}”转移给您',
    '{{by}} transferred the template {{module_name}} to you',
  ],
  'device-shared': ['{{by}} 向您分享了设备“{{dev_alias}}”', '{{by}} shared the device {{dev_alias}} with you'],
  'device-recycled': ['{{by}} 收回了设备“{{dev_alias}}”', '{{by}} no longer shares the device {{dev_alias}} with you'],
  'device-share-ended': [
    '设备“{{dev_alias}}”的分享已到期',
    'The device {{dev_alias}} is no longer shared with you: the share has ended',
  ],
  'device-left': [
    '{{by}} 退出了设备“{{dev_alias}}”的分享',
    '{{by}} gave back the device {{dev_alias}}, which you shared',
  ],
  'device-offered': [
    '{{by}} 把设备“{{dev_alias}}”转移给您，请接受或拒绝',
    '{{by}} offers you the device {{dev_alias}}',
  ],
  'device-offered-outside': [
    '其他组织把设备 {{sn_code}} 转移给您，请接受或拒绝',
    'Another organization offers you the device {{sn_code}}',
  ],
  'device-offer-ended': ['设备 {{sn_code}} 的转移已撤回', 'The device {{sn_code}} is no longer offered to you'],
  'device-offer-accepted': [
    '设备“{{dev_alias}}”的转移已被接受',
    '{{dev_alias}} was taken over by whom you offered it to',
  ],
  'device-offer-declined': ['设备“{{dev_alias}}”的转移被拒绝', '{{dev_alias}} was declined by whom you offered it to'],
  'device-gave-way': [
    '设备“{{dev_alias}}”未曾连接，而另一台设备以 SN {{sn_code}} 和其他密码连接：已移入“已注销设备”',
    '{{dev_alias}} had not connected, and another device has, with the SN {{sn_code}} and another password: it is among the deregistered devices now',
  ],
  'password-changed': [
    '您的密码已修改（来自 {{address}}）。若非本人操作，请立即联系管理员。',
    'Your password was changed, from {{address}}. If it was not you, contact an administrator now.',
  ],
  'password-reset': ['{{by}} 重置了您的密码', '{{by}} set a new password for you'],
  'new-address': [
    '您的账号从新的地址 {{address}} 登录。若非本人操作，请修改密码并结束该会话。',
    'Your account signed in from a new address, {{address}}. If it was not you, change the password and end that session.',
  ],
  'roles-changed': [
    '{{by}} 修改了您的角色，可用的页面和设备可能不同',
    '{{by}} changed your roles: you may see other pages and devices now',
  ],
  'rights-changed': [
    '{{by}} 修改了您的权限，可用的页面和设备可能不同',
    '{{by}} changed your rights: you may see other pages and devices now',
  ],
  'account-changed': ['{{by}} 修改了您的账号资料', '{{by}} changed your account'],
  'quotas-changed': ['{{by}} 修改了您的配额', '{{by}} changed your quotas'],
  'user-locked': ['{{by}} 锁定了您的账号', '{{by}} locked your account'],
  'user-activated': ['{{by}} 重新激活了您的账号', '{{by}} activated your account again'],
  simulated: ['{{by}} 从 {{address}} 以您的身份登录', '{{by}} signed in as you, from {{address}}'],
  'quota-near': ['“{{quota}}”已使用 {{percent}}%', '{{quota}}: {{percent}} % is used'],
  'alarms-deleted': [
    '已恢复而未确认的报警超过 {{most}} 条，最早的已被删除：审计日志记录了条数。请确认报警，或检查频繁报警的规则。',
    'More than {{most}} alarms recovered and were not confirmed: the oldest were deleted, and the audit says how many. Confirm alarms, or look for rules that raise too many.',
  ],
  'quota-used-up': ['{{name}} 的“{{quota}}”已用完，推送不再发出', '{{name}} has used up {{quota}}: no more are sent'],
  'store-full': [
    '服务器的磁盘已满，约 {{minutes}} 分钟内未能保存数据，现已恢复。请清理或扩大磁盘空间。',
    'The disk of the server was full, and for about {{minutes}} min nothing was stored. It stores again: make more room on that disk.',
  ],
  'store-away': [
    '服务器的数据库约 {{minutes}} 分钟不可用，其间未能保存数据，现已恢复。',
    'The database of the server was away, and for about {{minutes}} min nothing was stored. It stores again.',
  ],
  'broker-away': [
    '服务器约 {{minutes}} 分钟无法连接 MQTT 服务器，其间收不到设备数据，现已恢复。',
    'The server could not reach its MQTT broker, and for about {{minutes}} min nothing came from devices. It is back.',
  ],
  'alarm-raised': ['{{dev_alias}}：{{alarm_name}}', '{{dev_alias}}: {{alarm_name}}'],
  'alarm-escalated': [
    '{{dev_alias}} 的报警“{{alarm_name}}”已 {{minutes}} 分钟无人确认',
    'Nobody has confirmed {{alarm_name}} of {{dev_alias}} for {{minutes}} minutes',
  ],
  'escalation-unheard': [
    '{{dev_alias}} 的报警“{{alarm_name}}”已 {{minutes}} 分钟无人确认，而升级第 {{step}} 步没有可通知的人：所选用户或角色无人能查看该设备',
    'Nobody has confirmed {{alarm_name}} of {{dev_alias}} for {{minutes}} minutes, and step {{step}} of its escalation notified nobody: none of its users and roles may see the device',
  ],
})

const unknownKind = defineText({
  other: ['新版本的系统消息，重新加载页面后可读', 'A message of a newer version: reload the page to read it'],
})

const isKnown = (kind: string): kind is SystemMessageKind => Object.hasOwn(systemMessageWords.rows, kind)

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** A message in the reader's language. */
export function systemMessageText({ kind, params }: Pick<SystemMessage, 'kind' | 'params'>, lang: Lang): string {
  if (!isKnown(kind)) return translate(unknownKind, lang).other
  const say = translate(systemMessageWords, lang)[kind] as (values: Record<string, unknown>) => string
  const { quota, alarm_name, alarm_name_en } = params
  return say({
    ...params,
    quota:
      typeof quota === 'string' && Object.hasOwn(QUOTAS, quota) ? QUOTAS[quota as keyof typeof QUOTAS][lang] : quota,
    alarm_name: nameIn(lang, textOf(alarm_name), textOf(alarm_name_en) || null),
  })
}

/** Which alarm a message is about; those of older servers name its device alone. */
const alarmIn = ({ sn_code, alarm_id }: SystemMessage['params']) => ({
  sn_code: textOf(sn_code),
  ...(textOf(alarm_id) && { alarm_id: textOf(alarm_id) }),
})

/** Where in the console more is said of it, or something can be done about it; null where there is nothing more for this reader. */
export function systemMessagePath(
  { kind, params }: Pick<SystemMessage, 'kind' | 'params'>,
  holds: (right: Right) => boolean,
): string | null {
  if (kind.startsWith('alarm-')) return alarmPath(holds, alarmIn(params))
  if (kind === 'alarms-deleted') return holds('P55000') ? '/team/audit' : null
  if (kind === 'escalation-unheard') return '/system/escalation'
  if (kind === 'device-shared')
    return holds('P33000') ? '/device/share?of=received' : holds('P30000') ? '/device' : null
  if (kind.startsWith('device-offered')) return holds('P30000') ? '/device?show=offers' : null
  if (kind === 'device-left') return '/device/share'
  if (kind.startsWith('template-')) return '/configureManage/devTemplate'
  return ['password-changed', 'new-address', 'simulated'].includes(kind) ? '/account?section=security' : null
}
