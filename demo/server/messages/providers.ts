import type { Message, MessageProvider } from '../messages.ts'
import type { Settings } from '../settings.ts'
import { smsWebhook } from './sms-webhook.ts'
import { smtpProvider } from './smtp.ts'

/** The providers that the settings name. */
export function providersOf(settings: Settings): Partial<Record<Message['channel'], MessageProvider>> {
  const { SMTP_URL, MAIL_FROM, SMS_WEBHOOK_URL, SMS_WEBHOOK_TOKEN } = settings
  return {
    ...(SMTP_URL && { email: smtpProvider(SMTP_URL, MAIL_FROM) }),
    ...(SMS_WEBHOOK_URL && { sms: smsWebhook(SMS_WEBHOOK_URL, SMS_WEBHOOK_TOKEN) }),
  }
}
