import * as z from 'zod/mini'
import { byKey } from './telemetry.ts'

/** Messages of the product to a user, about what others did or what concerns the account, with their parameters. */
export interface SystemMessageParams {
  'template-shared': { by: string; module_name: string }
  'template-recycled': { by: string; module_name: string }
  'template-transferred': { by: string; module_name: string }
  'device-shared': { by: string; dev_alias: string; sn_code: string }
  'device-recycled': { by: string; dev_alias: string }
  'device-share-ended': { dev_alias: string }
  /** To who shared it. */
  'device-left': { by: string; dev_alias: string }
  'device-offered': { by: string; dev_alias: string }
  /** By another organisation, of which nothing is said. */
  'device-offered-outside': { sn_code: string }
  /** To whom it was offered. */
  'device-offer-ended': { sn_code: string }
  /** To who offered it. */
  'device-offer-accepted': { dev_alias: string }
  'device-offer-declined': { dev_alias: string }
  /** To who registered a device that had not appeared when another one did. */
  'device-gave-way': { dev_alias: string; sn_code: string }
  'password-changed': { address: string }
  'password-reset': { by: string }
  'new-address': { address: string; agent: string }
  'roles-changed': { by: string }
  'rights-changed': { by: string }
  'account-changed': { by: string }
  'quotas-changed': { by: string }
  'user-locked': { by: string }
  'user-activated': { by: string }
  simulated: { by: string; address: string }
  /** `quota`: a name in `QUOTAS`. */
  'quota-near': { quota: string; percent: number }
  /** To administrators: of alarms that recovered and that nobody confirmed the organisation keeps so many, the newest. */
  'alarms-deleted': { most: number }
  /** To the user whose `name` it is, and to administrators: alarms do not reach that user by it any more. */
  'quota-used-up': { quota: string; name: string }
  /** To administrators, when it is over: the server could store nothing, or reach no device, for so many minutes. */
  'store-full': { minutes: number }
  'store-away': { minutes: number }
  'broker-away': { minutes: number }
  'alarm-raised': AlarmParams
  /** Nobody confirmed it for so many minutes. */
  'alarm-escalated': AlarmParams & { minutes: number }
  /** To administrators: a step of its escalation has nobody who may be notified. */
  'escalation-unheard': AlarmParams & { minutes: number; step: number }
}

interface AlarmParams {
  alarm_id: string
  sn_code: string
  dev_alias: string
  alarm_name: string
  alarm_name_en: string | null
  alarm_level: number
}

export type SystemMessageKind = keyof SystemMessageParams

/** A message of the product to one user. Its words are made of `kind` and `params` in the reader's language. */
export const SystemMessage = z.object({
  message_id: z.int(),
  /** Of `SystemMessageParams`, or of a newer server. */
  kind: z.string(),
  params: byKey(z.unknown()),
  message_time: z.int(),
  /** Null while unread. */
  read_time: z.nullable(z.int()),
})
export type SystemMessage = z.infer<typeof SystemMessage>
