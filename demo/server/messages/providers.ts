import type { Settings } from '../settings.ts'
import { smsGateway, wechatGateway } from './gateway.ts'
import type { Providers } from './outgoing.ts'
import { smtpProvider } from './smtp.ts'

/** The providers that the settings name. */
export function providersOf(settings: Settings): Providers {
  const { SMTP_URL, MAIL_FROM, SMS_WEBHOOK_URL, SMS_WEBHOOK_TOKEN, WECHAT_PUSH_URL, WECHAT_PUSH_TOKEN } = settings
  return {
    ...(SMTP_URL && { email: smtpProvider(SMTP_URL, MAIL_FROM) }),
    ...(SMS_WEBHOOK_URL && { sms: smsGateway(SMS_WEBHOOK_URL, SMS_WEBHOOK_TOKEN) }),
    ...(WECHAT_PUSH_URL && { wechat: wechatGateway(WECHAT_PUSH_URL, WECHAT_PUSH_TOKEN) }),
  }
}
