import { defineText } from '../../../core/text/define-text.ts'

/** What messages beyond the console are called, wherever they are listed. */
export const text = defineText({
  channel_email: ['邮件', 'Email'],
  channel_sms: ['短信', 'SMS'],
  channel_wechat: ['微信', 'WeChat'],
  channel_webhook: ['Webhook', 'Webhook'],
  reason_code: ['验证码', 'Code'],
  reason_test: ['测试', 'Test'],
  reason_alarm: ['报警', 'Alarm'],
  reason_escalation: ['报警升级', 'Escalation'],
  reason_recovered: ['报警恢复', 'Recovered'],
  state_waiting: ['等待发送', 'Waiting'],
  state_kept: ['保留在此', 'Kept here'],
  state_sent: ['已发送', 'Sent'],
  state_failed: ['发送失败', 'Failed'],
  state_quota: ['额度已用完', 'Quota used up'],
  state_quiet: ['免打扰', 'Quiet hours'],
  state_no_address: ['没有可用地址', 'No address'],
  told: ['已通知', 'Told'],
  nobody: ['没有向控制台以外推送', 'Nobody was told beyond the console'],
  reload: ['重新加载通知记录', 'Load who was told again'],
  failed: ['通知记录无法加载', 'Who was told could not be loaded'],
  step: ['第 {{count}} 级', 'step {{count}}'],
  among: ['{{count}} 条合并', 'one of {{count}}'],
  more: ['共 {{total}} 条，仅显示最近的', '{{total}} in all; the newest are shown'],
})
