import * as z from 'zod'
import { LIMITS } from '../../core/catalogue/limits.ts'
import type { Language } from '../../core/catalogue/words.ts'
import { LOG_LEVELS } from './diagnostics/log.ts'
import { privateHostsOf } from './outgoing/private-hosts.ts'

interface Setting<T> {
  /** As it would be written in the environment; '' where nothing is set. */
  fallback: string
  meaning: string
  read: z.ZodType<T, string>
}

const setting = <T>(fallback: string, meaning: string, read: z.ZodType<T, string>): Setting<T> => ({
  fallback,
  meaning,
  read,
})

const text = z.string()
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((n) => least <= n && n <= most, `must be a whole number from ${least} to ${most}`)
const onOff = z.enum(['on', 'off'], 'must be on or off').transform((word) => word === 'on')
const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.string().pipe(z.enum(words, `must be ${words.join(' or ')}`)) as z.ZodType<W[number], string>
const address = (schemes: readonly string[]) =>
  text.refine(
    (url) => url === '' || schemes.some((scheme) => url.startsWith(`${scheme}://`) && URL.canParse(url)),
    `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  )
/** Origins as a page's policy takes them: a name that is not exact would let more in than was meant. */
const httpsOrigins = text
  .transform((list) =>
    list
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  )
  .refine(
    (origins) =>
      origins.every(
        (origin) =>
          /^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin,
      ),
    'must be origins of https like https://cameras.plant.example, comma-separated',
  )
/** Host names, each with the number of an organisation. */
const hostsOfOrganisations = text
  .transform((list) =>
    list
      .split(',')
      .map((pair) => pair.trim().toLowerCase())
      .filter(Boolean),
  )
  .refine(
    (pairs) => pairs.every((pair) => /^([a-z0-9.-]+|\*)=[1-9]\d{0,15}$/.test(pair)),
    'must be host names and numbers of organisations like plant.example=1, comma-separated',
  )
  .transform((pairs) => new Map(pairs.map((pair) => pair.split('=')).map(([host = '', id]) => [host, Number(id)])))
const port = whole(0, 65_535)
/** Whoever tries the demo sits at the machine that it runs on: their language is that of the machine. */
const languageOfDemo = (word: Language | 'system'): Language =>
  word !== 'system' ? word : Intl.DateTimeFormat().resolvedOptions().locale.startsWith('zh') ? 'zh' : 'en'

/** Every environment variable that the server reads. */
export const SETTINGS = {
  PORT: setting('8080', 'HTTP port of the console and the API; 0 takes a free one', port),
  HOST: setting(
    '127.0.0.1',
    'address that HTTP listens on; 0.0.0.0 for every network',
    text.min(1, 'must be an address'),
  ),
  BASE_PATH: setting(
    '/console',
    'path of the console',
    text.regex(/^(\/[A-Za-z0-9._-]+)+$/, 'must begin with / and not end with it, like /console'),
  ),
  MQTT_PORT: setting('1883', 'port of the embedded MQTT broker; 0 takes a free one', port),
  MQTT_HOST: setting('127.0.0.1', 'address that the embedded broker listens on', text.min(1, 'must be an address')),
  MQTT_URL: setting(
    '',
    'an external MQTT broker instead of the embedded one, like mqtt://broker:1883',
    address(['mqtt', 'mqtts', 'ws', 'wss']),
  ),
  MQTT_PUBLIC_URL: setting(
    '',
    'where devices reach the broker, like mqtts://plant.example:8883, where that differs from the settings above; whoever registers a device is told it',
    address(['mqtt', 'mqtts', 'ws', 'wss']),
  ),
  MQTT_PROXY_PROTOCOL: setting(
    'off',
    'on: a load balancer or TLS terminator in front of the embedded broker sends the PROXY protocol (1 or 2), and connections without it are refused',
    onOff,
  ),
  DATA_DIR: setting('.data', 'folder of the embedded database', text.min(1, 'must be a folder')),
  MAPS_DIR: setting(
    '',
    'folder whose .pmtiles files, maps of one file each, everybody reads at /maps/; unset: maps below DATA_DIR',
    text,
  ),
  DATABASE_URL: setting(
    '',
    'an external PostgreSQL (15 or newer) instead of the embedded one, like postgres://user:password@host/name',
    address(['postgres', 'postgresql']),
  ),
  DEMO: setting('on', 'on: an empty database gets demo tenants, and the demo plant runs', onOff),
  DEMO_ON_NETWORK: setting(
    'off',
    'on: lets the demo, whose passwords everybody knows, be reached from other machines (HOST or MQTT_HOST is not a loopback address)',
    onOff,
  ),
  DEMO_LANGUAGE: setting(
    'system',
    "language of the names in a new demo (devices, groups, screens, people): zh or en; system takes the machine's",
    z
      .string()
      .pipe(z.enum(['zh', 'en', 'system'], 'must be zh, en or system'))
      .transform(languageOfDemo),
  ),
  DEMO_DEVICES: setting('12', 'how many devices the demo plant simulates', whole(1, 10_000)),
  DEMO_ALARMS: setting('on', 'off: no device of the demo plant is in alarm when it comes up', onOff),
  DEMO_HISTORY_DAYS: setting(
    '30',
    'days of history that the demo plant loads into new devices',
    whole(0, LIMITS.historyDays),
  ),
  PORTAL_PORT: setting(
    '8090',
    'first of the ports of the playground and the portals that come with the demo; 0 leaves them out',
    port,
  ),
  REGISTRATION: setting('on', 'off: nobody opens an account; administrators make users', onOff),
  LOGIN_CHECK: setting('on', 'off: no puzzle and no graphic code at login, for automated tests only', onOff),
  SMTP_URL: setting(
    '',
    'the mail server, like smtps://user:password@mail.example:465; without it e-mails are kept for the administrator to read',
    address(['smtp', 'smtps']),
  ),
  MAIL_FROM: setting('', 'the sender of e-mails, like console@plant.example; needed with SMTP_URL', text),
  SMS_WEBHOOK_URL: setting(
    '',
    'an SMS gateway that takes POST {phone, text}; without it SMS are kept for the administrator to read',
    address(['http', 'https']),
  ),
  SMS_WEBHOOK_TOKEN: setting('', 'sent to the SMS gateway as Authorization: Bearer', text),
  WECHAT_PUSH_URL: setting(
    '',
    'a gateway that takes POST {openid, text} and sends it by WeChat; without it WeChat messages are kept for the administrator to read',
    address(['http', 'https']),
  ),
  WECHAT_PUSH_TOKEN: setting('', 'sent to the WeChat gateway as Authorization: Bearer', text),
  PUBLIC_URL: setting(
    '',
    'where people reach this server, like https://plant.example; messages about alarms then hold a link to the console, and /docs/embedding names it',
    address(['http', 'https']),
  ),
  WECHAT_APP_ID: setting('', 'the WeChat application with which users bind their accounts', text),
  WECHAT_APP_SECRET: setting('', "the WeChat application's secret", text),
  WECHAT_AUTHORIZE_URL: setting(
    'https://open.weixin.qq.com/connect/qrconnect',
    'where WeChat asks users for consent',
    address(['http', 'https']),
  ),
  WECHAT_TOKEN_URL: setting(
    'https://api.weixin.qq.com/sns/oauth2/access_token',
    'where WeChat exchanges a code',
    address(['http', 'https']),
  ),
  WEATHER_URL: setting(
    '',
    'a weather service that answers as Open-Meteo does, like https://api.open-meteo.com/v1/forecast?latitude={lat}&longitude={lng}&current=temperature_2m,relative_humidity_2m,wind_speed_10m,weather_code&daily=weather_code,temperature_2m_max,temperature_2m_min&wind_speed_unit=ms&timeformat=unixtime&timezone=auto; without it screens show no weather',
    address(['http', 'https']).refine(
      (url) => url === '' || (url.includes('{lat}') && url.includes('{lng}')),
      'must hold {lat} and {lng}',
    ),
  ),
  PRIVATE_HOSTS: setting(
    '',
    'what webhooks and data sources of all organisations may ask on a private network, like crm.plant.example:8443, comma-separated; an entry without a port means 80 for http and 443 for https; others there are never asked, whatever their names lead to',
    text.transform(privateHostsOf),
  ),
  PROVISIONING: setting(
    'open',
    'open: an unknown SN that connects is kept as unregistered; list: only SNs that an administrator entered on the list may connect',
    oneOf(['open', 'list']),
  ),
  NEW_DEVICES_A_MINUTE: setting(
    '10',
    'how many unknown SNs one network may bring to the embedded broker in a minute, those behind its Sparkplug nodes among them; more for a plant behind one address',
    whole(1, 10_000),
  ),
  QUOTA_FACTOR: setting(
    '',
    'what users are let have at most, in times of what each has where nobody set a limit, whatever an administrator sets; 0: what administrators set counts alone; unset: the points of devices as they are, 10 times of pictures, screens, templates and messages, and of history and alarms, of which the oldest would go, 10 times of what is set from then on',
    z.union([z.literal('').transform(() => null), whole(0, 1_000_000)]),
  ),
  RATE_FACTOR: setting(
    '1',
    'multiplies every limit of how often users, guests, networks and organisations may call; for programs that ask more',
    whole(1, 1000),
  ),
  DEVICE_KB_A_SECOND: setting(
    '64',
    'kilobytes of readings that one device may send each second, a minute of them at once; a device that sends more is slowed down',
    whole(1, 100_000),
  ),
  ORGANISATION_KB_A_SECOND: setting(
    '1024',
    'the same for all devices of one organisation together',
    whole(1, 1_000_000),
  ),
  CORS_ORIGINS: setting(
    '*',
    'origins whose pages may call the API, comma-separated, or * for all (tokens travel in a header, never in a cookie)',
    text
      .transform((list) =>
        list
          .split(',')
          .map((origin) => origin.trim())
          .filter(Boolean),
      )
      .refine(
        (origins) =>
          origins.every((origin) => origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)),
        'must be * or origins like https://plant.example, comma-separated',
      ),
  ),
  MEDIA_HOSTS: setting(
    '',
    'origins of https whose videos and camera pictures screens show in the console, like https://cameras.plant.example, comma-separated',
    httpsOrigins,
  ),
  FRAME_HOSTS: setting(
    '',
    'origins of https whose web pages screens show in the console, like https://wiki.plant.example, comma-separated',
    httpsOrigins,
  ),
  SIGN_IN_HOSTS: setting(
    '',
    'host names whose sign-in page is an organisation’s, with its number, like plant.example=1, comma-separated; *=1 for all others',
    hostsOfOrganisations,
  ),
  TRUST_PROXY: setting(
    '0',
    'how many reverse proxies stand before the server: as many last entries of X-Forwarded-For are believed',
    whole(0, 10),
  ),
  LOG_LEVEL: setting('info', 'error, warn, info or debug', oneOf(LOG_LEVELS)),
  NODE_ENV: setting('development', 'production forbids what is for tests only', text),
}

export type Settings = { readonly [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]['read']> }

/** Some setting is wrong; `message` holds one sentence for each. */
export class SettingsError extends Error {}

/** Whether only programs of this machine reach an address. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** Reads the settings of an environment. Throws a SettingsError; an empty variable counts as not set. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const wrong: string[] = []
  const read: Record<string, unknown> = {}
  for (const [name, { fallback, read: schema }] of Object.entries(SETTINGS)) {
    const text = (env[name] || fallback).trim()
    const parsed = (schema as z.ZodType).safeParse(text)
    if (parsed.success) read[name] = parsed.data
    // The value itself is not shown: DATABASE_URL holds a password.
    else wrong.push(`${name} ${parsed.error.issues[0]?.message}.`)
  }
  if (read.LOGIN_CHECK === false && read.NODE_ENV === 'production')
    wrong.push('LOGIN_CHECK=off is for automated tests and not allowed when NODE_ENV is production.')
  if (read.DEMO === true && read.NODE_ENV === 'production')
    wrong.push(
      'DEMO=on makes accounts with a known password and is not allowed when NODE_ENV is production: set it to off.',
    )
  const open = (['HOST', 'MQTT_HOST'] as const).filter((name) => !isLoopback(read[name] as string))
  if (read.DEMO === true && read.DEMO_ON_NETWORK === false && open.length > 0)
    wrong.push(
      `DEMO=on makes accounts with a known password, and ${open.join(' and ')} would let other machines in: set DEMO=off, or DEMO_ON_NETWORK=on if that is meant.`,
    )
  if (read.SMTP_URL !== '' && read.MAIL_FROM === '')
    wrong.push('MAIL_FROM is missing: SMTP_URL needs an address to send from.')
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
  return read as Settings
}

/** The table of settings, as `npm start -- --help` prints it. */
export function helpText(): string {
  const width = Math.max(...Object.keys(SETTINGS).map((name) => name.length))
  const rows = Object.entries(SETTINGS).map(([name, { fallback, meaning }]) => {
    const indent = ' '.repeat(width + 4)
    return `  ${name.padEnd(width)}  ${meaning}\n${indent}(default: ${fallback || 'not set'})`
  })
  return `Sightglass is configured by environment variables:\n\n${rows.join('\n')}\n`
}
