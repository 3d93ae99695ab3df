import { type Connection, connect } from '../../core/connection/connection.ts'
import type { Alarm } from '../../core/contract/alarm.ts'
import type { MarkedPoint } from '../../core/contract/alarm-record.ts'
import type { Command } from '../../core/contract/control.ts'
import type { DeviceDetail, Point } from '../../core/contract/device.ts'
import type { ServerFrame } from '../../core/contract/realtime.ts'
import type { Socket } from '../../core/realtime/realtime.ts'

export const point = (key: string, more: Partial<Point> = {}): Point => ({
  key,
  name: `${key} 中文`,
  name_en: key,
  data_type: 'number',
  unit: null,
  decimals: null,
  access: 'r',
  write_min: null,
  write_max: null,
  enum_text: null,
  keep_history: true,
  two_step: false,
  ...more,
})

export const pump = (more: Partial<DeviceDetail> = {}): DeviceDetail => ({
  sn_code: 'PUMP1',
  dev_alias: 'Pump 1',
  dev_model: 'BX-3',
  dev_state: 1,
  group_id: 1,
  group_name: 'Water',
  module_name: null,
  site_name: 'East works',
  site_address: 'River road 5',
  lat: null,
  lng: null,
  tags: [],
  picture_tag: null,
  template_id: null,
  report_time: Date.now(),
  report_interval_s: 60,
  open_alarms: 0,
  has_alarms: true,
  may_write: true,
  may_edit: false,
  may_deregister: false,
  may_share: false,
  shared: null,
  is_virtual: false,
  is_awaited: false,
  deployment_address: '',
  contact_name: '',
  contact_phone: '',
  contact_email: '',
  region: '',
  region_code: '',
  province_code: '',
  city_code: '',
  area_code: '',
  region_text: '',
  remarks: '',
  card_no: null,
  back_end_version: null,
  registered_time: 0,
  registered_by: null,
  points: [
    point('flow', { unit: 'm³/h', decimals: 1 }),
    point('running', { data_type: 'boolean' }),
    point('setpoint', { access: 'rw', write_min: 0, write_max: 100, decimals: 0 }),
  ],
  offered: [],
  has_screen: false,
  hidden_points: [],
  closed: [],
  conflicts: [],
  ...more,
})

export const alarm = (more: Partial<Alarm> = {}): Alarm => ({
  alarm_id: '1',
  rule_id: '1',
  state: 'UNACK',
  sn_code: 'PUMP1',
  dev_alias: 'Pump 1',
  key: 'flow',
  alarm_type: 1,
  alarm_level: 4,
  alarm_name: '流量过高',
  alarm_name_en: 'Flow too high',
  alarm_info: '95 > 90',
  alarm_time: Date.now() - 60_000,
  alarm_value: 95,
  recover_time: null,
  confirm_time: null,
  confirm_userName: null,
  alarm_note: null,
  alarm_note_en: null,
  alarm_info_en: null,
  repeats: 0,
  is_late: false,
  held_until: null,
  ...more,
})

/** The open alarms of a point, as marks have them. */
export const marked = (key: string, alarm_level: number, more: Partial<MarkedPoint> = {}): MarkedPoint => ({
  key,
  open: 1,
  alarm_level,
  state: 'UNACK',
  ...more,
})

export const command = (more: Partial<Command> = {}): Command => ({
  id: 'c1',
  sn_code: 'PUMP1',
  key: 'setpoint',
  old_value: 50,
  value: 60,
  user_name: 'li',
  status: 'sent',
  sent_time: Date.now(),
  ack_time: null,
  end_time: null,
  reason: null,
  ...more,
})

export interface PlayedRequest {
  call: string
  query: URLSearchParams
  body: Record<string, unknown>
  /** Aborted when the page hangs up. */
  signal?: AbortSignal | null | undefined
  /** The page has read the reply, and what follows at once has followed. */
  isRead?: boolean
}
type Answer = (request: PlayedRequest) => unknown
export type Answers = Record<string, Answer>

const LOGIN = 'POST /yun/v2/user/login'

/** Whoever signs in holds these rights. */
export const holding = (roles: readonly string[]): Answers => ({
  [LOGIN]: () => ({ token: 'T', user_id: 7, tenant_id: 1, name: 'Li', menuPermissions: 'P10000', roles }),
})

/** What an answer gives to refuse: a code, and the fields that are wrong. */
export class Refused {
  readonly code: string
  readonly fields: readonly { field: string; message: string }[]
  constructor(code: string, fields: Refused['fields'] = []) {
    this.code = code
    this.fields = fields
  }
}

/** A server played in the page: answers by `METHOD /path`, and the other end of each socket. */
export interface PlayedServer {
  readonly connection: Connection
  readonly answers: Answers
  readonly requests: PlayedRequest[]
  requestsOf(call: string): PlayedRequest[]
  /** Channels that are watched right now. */
  readonly watched: Set<string>
  /** Sends a frame to every open socket. */
  push(frame: ServerFrame): void
  values(type: 'snapshot' | 'delta', values: Record<string, unknown>, more?: object): void
  /** Closes every socket; while down, new ones fail too. */
  setDown(isDown: boolean): void
}

/** From now on everything is refused. */
export function refuse({ answers }: PlayedServer) {
  for (const call of Object.keys(answers)) answers[call] = () => new Refused('100003')
}

const envelope = (code: string, data: unknown) =>
  new Response(JSON.stringify({ meta: { success: code === '100001' ? 1 : 0, code, message: '' }, data }), {
    status: code === '100009' ? 500 : 200,
  })

/** Somebody is signed in, or the page has a token of its own. */
export async function playServer(
  answers: Answers = {},
  { isGuest = false, getToken = () => 'G' as string | null } = {},
): Promise<PlayedServer> {
  const requests: PlayedRequest[] = []
  const sockets = new Set<Socket>()
  const watched = new Set<string>()
  let isDown = false
  let seq = 0

  const all: Answers = {
    ...holding(['P10000', 'P30000', 'P30100', 'P30200', 'P100000', 'P73000', 'P73100', 'P73200', 'P73300']),
    'GET /yun/login/check': () => ({ puzzle: false, graphic_code: false, experience: false }),
    'GET /yun/v2/timezone': () => ({ timezone: 'Asia/Shanghai' }),
    'POST /userPrivileges': () => ({ grantedPermissions: null, menuPermissions: '', timezone: 'Asia/Shanghai' }),
    'GET /yun/sys/info/timestamp': () => Math.floor(Date.now() / 1000),
    'GET /dev/basic': () => pump(),
    'GET /administrator/statistics': () => ({
      alarms: null,
      availability: { start: 0, end: 1, rows: [] },
      quotas: null,
    }),
    ...answers,
  }

  const fetch = (async (url: URL | string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url)
    const one: PlayedRequest = {
      call: `${init.method ?? 'GET'} ${pathname}`,
      query: searchParams,
      body: init.body ? JSON.parse(String(init.body)) : {},
      signal: init.signal,
    }
    requests.push(one)
    const answer = await all[one.call]?.(one)
    if (answer instanceof Response) return answer
    const ofLogin = one.call === LOGIN ? { browser_key: 'B', ...(answer as object) } : answer
    const reply =
      answer instanceof Refused
        ? envelope(answer.code, { fields: answer.fields })
        : envelope(answer === undefined ? '100002' : '100001', answer === undefined ? null : ofLogin)
    return Object.assign(reply, {
      async text() {
        const text = await Response.prototype.text.call(reply)
        setTimeout(() => {
          one.isRead = true
        })
        return text
      },
    })
  }) as typeof globalThis.fetch

  const push = (frame: ServerFrame) => {
    for (const socket of sockets) socket.onmessage?.({ data: JSON.stringify(frame) })
  }
  function openSocket(): Socket {
    const socket: Socket = {
      onopen: null,
      onmessage: null,
      onclose: null,
      close() {
        sockets.delete(socket)
        if (sockets.size === 0) watched.clear()
      },
      send(text) {
        const frame = JSON.parse(text)
        if (frame.type === 'auth')
          socket.onmessage?.({ data: JSON.stringify({ type: 'ready', server_time: Date.now() }) })
        if (frame.type === 'subscribe') for (const channel of frame.channels) watched.add(channel)
        if (frame.type === 'unsubscribe') for (const channel of frame.channels) watched.delete(channel)
      },
    }
    queueMicrotask(() => {
      if (isDown) return socket.onclose?.()
      sockets.add(socket)
      socket.onopen?.()
    })
    return socket
  }

  const connection = connect({
    baseUrl: 'http://played.example',
    fetch,
    openSocket,
    lang: () => 'en',
    ...(isGuest && { getToken }),
  })
  if (!isGuest) await connection.signIn('li', 'secret')
  return {
    connection,
    answers: all,
    requests,
    requestsOf: (wanted) => requests.filter(({ call }) => call === wanted),
    watched,
    push,
    values(type, values, more = {}) {
      seq += 1
      const frame = { type, channel: 'device/PUMP1', seq, server_time: Date.now(), values, ...more }
      push(frame as ServerFrame)
    },
    setDown(nowDown) {
      isDown = nowDown
      if (!isDown) return
      watched.clear()
      for (const socket of [...sockets]) {
        sockets.delete(socket)
        socket.onclose?.()
      }
    },
  }
}
