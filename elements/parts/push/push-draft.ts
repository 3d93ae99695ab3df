import type { PersonChannel, PushSetting } from '../../../core/contract/push.ts'

/** What the form holds: quiet hours stay as they were typed while they are switched off. */
export interface Draft {
  levels: Readonly<Record<PersonChannel, number | null>>
  on_recovered: boolean
  lang: PushSetting['lang']
  isQuiet: boolean
  from: number
  to: number
  days: readonly number[]
  except_level: number | null
}

export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

const NIGHT = { from: 22 * 60, to: 7 * 60, days: DAYS, except_level: 5 }

export function draftOf({ quiet, on_recovered, lang, ...setting }: PushSetting): Draft {
  const { email_level: email, sms_level: sms, wechat_level: wechat } = setting
  return { levels: { email, sms, wechat }, on_recovered, lang, isQuiet: quiet !== null, ...(quiet ?? NIGHT) }
}

export function described({ levels, on_recovered, lang, isQuiet, from, to, days, except_level }: Draft): PushSetting {
  return {
    email_level: levels.email,
    sms_level: levels.sms,
    wechat_level: levels.wechat,
    on_recovered,
    lang,
    quiet: isQuiet ? { from, to, days: [...days].sort(), except_level } : null,
  }
}

/** A minute of the day as a clock shows it. */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Half hours, and what was chosen elsewhere. */
export const timesWith = (chosen: number): number[] =>
  [...new Set([...[...Array(48)].map((_, i) => i * 30), chosen])].sort((a, b) => a - b)
