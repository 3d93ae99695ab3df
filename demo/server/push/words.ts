import type { PersonChannel } from '../../../core/contract/push.ts'
import { formatFor } from '../../../core/text/format.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { words } from '../../../core/text/words.ts'

/** One alarm in a message. */
export interface AlarmLine {
  alarm_id: number
  reason: 'alarm' | 'escalation' | 'recovered'
  /** Of an escalation: for how long nobody confirmed. */
  waited_min: number
  sn_code: string
  dev_alias: string
  alarm_level: number
  alarm_name: string
  alarm_name_en: string | null
  alarm_info: string
  alarm_info_en: string | null
  alarm_time: number
  recover_time: number | null
  alarm_value: number | null
  unit: string | null
  decimals: number | null
  response: string
  response_en: string
}

export interface MessageContent {
  channel: PersonChannel
  lang: 'zh' | 'en'
  timezone: string
  /** The worst first; a message is about more than it names. */
  alarms: readonly AlarmLine[]
  /** How many that came, and how many that are over. */
  came: number
  over: number
  /** `further`: others were sent a minute ago. `quiet`: these came in quiet hours, and are still active. */
  kind: 'first' | 'further' | 'quiet'
  /** The console's page of it; null where the reader may open none, or nobody said how people reach it. */
  link: string | null
}

const NAMED = 5
const RESPONSE_IN_SMS = 60

/** The words of one message: the alarm itself, or a digest of several. */
export function messageOf(content: MessageContent): { subject: string; body: string } {
  const { alarms, came, over } = content
  const [only] = alarms
  const text = only && came + over === 1 && content.kind !== 'quiet' ? oneOf(content, only) : digestOf(content)
  return content.channel === 'email' ? text : { subject: '', body: text.body }
}

const LEVELS = [words.rows.alarm_1, words.rows.alarm_2, words.rows.alarm_3, words.rows.alarm_4, words.rows.alarm_5]

const levelIn = (lang: 'zh' | 'en', level: number): string => {
  const [zh = '', en = ''] = LEVELS[level - 1] ?? []
  return lang === 'zh' ? `${level} 级 ${zh}` : `level ${level}, ${en.toLowerCase()}`
}

function valueIn({ lang }: MessageContent, { alarm_value, unit, decimals }: AlarmLine): string {
  if (alarm_value === null) return ''
  const number = formatFor(lang).number(alarm_value, decimals ?? undefined)
  return unit ? `${number} ${unit}` : number
}

/** What happened, in two or three words. */
function headOf({ lang }: MessageContent, { reason, waited_min }: AlarmLine): string {
  if (reason === 'recovered') return lang === 'zh' ? '报警恢复' : 'Recovered'
  if (reason === 'escalation') return lang === 'zh' ? `${waited_min} 分钟无人确认` : `Unconfirmed for ${waited_min} min`
  return lang === 'zh' ? '报警' : 'Alarm'
}

function oneOf(content: MessageContent, line: AlarmLine): { subject: string; body: string } {
  const { lang, timezone, channel, link } = content
  const zh = lang === 'zh'
  const name = nameIn(lang, line.alarm_name, line.alarm_name_en)
  const level = levelIn(lang, line.alarm_level)
  const head = headOf(content, line)
  const isOver = line.reason === 'recovered'
  // Of what is over: when that was, and nothing that is to be done.
  const value = isOver ? '' : valueIn(content, line)
  const response = isOver ? '' : nameIn(lang, line.response, line.response_en || null)
  const format = formatFor(lang, timezone)
  if (channel === 'sms') {
    const time = format.dateTime((isOver && line.recover_time) || line.alarm_time).slice(5, 16)
    const short = response.length > RESPONSE_IN_SMS ? `${response.slice(0, RESPONSE_IN_SMS)}…` : response
    const facts = [`${line.dev_alias} ${line.sn_code}`, value, time].filter(Boolean)
    const body = zh
      ? `【Sightglass】${head}：${name}（${level}），${facts.join('，')}${short && `。处置：${short}`}`
      : `[Sightglass] ${head}: ${name} (${level}), ${facts.join(', ')}${short && `. Response: ${short}`}`
    return { subject: '', body: link ? `${body} ${link}` : body }
  }
  const info = nameIn(lang, line.alarm_info, line.alarm_info_en)
  const over = line.recover_time === null ? '' : format.dateTime(line.recover_time)
  const lines: readonly (readonly [string, string, string])[] = [
    ['报警', 'Alarm', zh ? `${name}（${level}）` : `${name} (${level})`],
    ['设备', 'Device', zh ? `${line.dev_alias}（${line.sn_code}）` : `${line.dev_alias} (${line.sn_code})`],
    [
      '时间',
      'Time',
      zh ? `${format.dateTime(line.alarm_time)}（${timezone}）` : `${format.dateTime(line.alarm_time)} (${timezone})`,
    ],
    ['恢复', 'Over', over],
    ['数值', 'Value', value],
    ['说明', 'Details', info],
    ['处置', 'Response', response],
    ['查看', 'Open', link ?? ''],
  ]
  const said = lines.filter(([, , text]) => text !== '').map(([a, b, text]) => (zh ? `${a}：${text}` : `${b}: ${text}`))
  const subject = zh ? `${head}：${name} · ${line.dev_alias}` : `${head}: ${name} · ${line.dev_alias}`
  // An alarm says its own name; what else happened is said first.
  return { subject, body: (line.reason === 'alarm' ? said : [head, ...said]).join('\n') }
}

function digestOf(content: MessageContent): { subject: string; body: string } {
  const { lang, alarms, came, over, channel, kind, timezone, link } = content
  const zh = lang === 'zh'
  const parts = [
    came > 0 && (zh ? `${kind === 'further' ? '另有 ' : ''}${came} 条报警` : cameIn(came, kind === 'further')),
    over > 0 && (zh ? `${over} 条报警恢复` : `${over} recovered`),
  ].filter((part) => part !== false)
  const counted = parts.join(zh ? '，' : ', ')
  const head =
    kind === 'quiet'
      ? zh
        ? `免打扰结束，仍有 ${counted}未恢复`
        : `Quiet hours are over: ${counted} still open`
      : counted
  const [worst] = alarms
  const worstIn = worst && nameIn(lang, worst.alarm_name, worst.alarm_name_en)
  const before = came + over === 1 ? (zh ? '：' : ': ') : zh ? '，最严重：' : ', worst: '
  const subject = worst ? `${head}${before}${worstIn} · ${worst.dev_alias}` : head
  if (channel === 'sms') {
    const body = zh ? `【Sightglass】${subject}` : `[Sightglass] ${subject}`
    return { subject: '', body: link ? `${body} ${link}` : body }
  }
  const format = formatFor(lang, timezone)
  const lines = alarms.slice(0, NAMED).map((one) => {
    const name = nameIn(lang, one.alarm_name, one.alarm_name_en)
    const what = one.reason === 'alarm' ? [] : [headOf(content, one)]
    const facts = [levelIn(lang, one.alarm_level), `${one.dev_alias} ${one.sn_code}`, valueIn(content, one), ...what]
    const time = format.dateTime(one.alarm_time).slice(5)
    return `${time}  ${name}${zh ? '：' : ': '}${facts.filter(Boolean).join(zh ? '，' : ', ')}`
  })
  const left = came + over - lines.length
  const more = left > 0 ? [zh ? `……以及另外 ${left} 条` : `… and ${left} more`] : []
  return {
    subject,
    body: [subject, ...lines, ...more, ...(link ? [zh ? `查看：${link}` : `Open: ${link}`] : [])].join('\n'),
  }
}

const cameIn = (came: number, isFurther: boolean): string =>
  `${came} ${isFurther ? 'further ' : ''}${came === 1 ? 'alarm' : 'alarms'}`

/** What a test message says. */
export const testWords = (lang: 'zh' | 'en', channel: PersonChannel): { subject: string; body: string } => {
  const body =
    lang === 'zh'
      ? '这是一条测试消息：报警会以同样的方式通知到您。'
      : 'This is a test: alarms will reach you the same way.'
  const subject = lang === 'zh' ? 'Sightglass 报警推送测试' : 'Sightglass alarm push: a test'
  if (channel === 'email') return { subject, body }
  return { subject: '', body: lang === 'zh' ? `【Sightglass】${body}` : `[Sightglass] ${body}` }
}
