/** What the pickers ask of the console, by a guest token of the playground's own endpoint; kept in memory alone. */

export interface Choice {
  value: string
  label: string
}

let request: Promise<string | null> | null = null

async function askToken(): Promise<string | null> {
  const reply = await fetch('/token/whole', { method: 'POST' }).catch(() => null)
  const { token } = (reply?.ok && (await reply.json())) || { token: null }
  return token
}

/** The `data` of a call's envelope; null where the console does not give it. A second token is tried once. */
async function call<Data>(console_url: string, path: string, isSecond = false): Promise<Data | null> {
  request ??= askToken()
  const token = await request
  if (!token) {
    request = null
    return null
  }
  const reply = await fetch(new URL(path, console_url), { headers: { 'x-token': token } }).catch(() => null)
  const answer = await reply?.json().catch(() => null)
  if (answer?.meta?.success === 1) return answer.data
  request = null
  return isSecond ? null : call(console_url, path, true)
}

interface Point {
  key: string
  name: string
  name_en: string | null
  unit: string | null
}

/** The devices of the demo, by SN. */
export async function devicesOf(console_url: string): Promise<Choice[]> {
  type Devices = { rows: { sn_code: string; dev_alias: string }[] }
  const devices = await call<Devices>(console_url, '/dev?page_size=100&sort=sn_code')
  return devices?.rows.map(({ sn_code, dev_alias }) => ({ value: sn_code, label: dev_alias })) ?? []
}

/** The points of a device, in the page's language. */
export async function pointsOf(console_url: string, sn_code: string, isChinese: boolean): Promise<Choice[]> {
  const device = await call<{ points: Point[] }>(console_url, `/dev/basic?sn_code=${encodeURIComponent(sn_code)}`)
  const words = ({ name, name_en, unit }: Point) => `${isChinese ? name : (name_en ?? name)}${unit ? ` (${unit})` : ''}`
  return device?.points.map((point) => ({ value: point.key, label: words(point) })) ?? []
}

/** The groups of devices, by their id. */
export async function groupsOf(console_url: string): Promise<Choice[]> {
  const groups = await call<{ group_id: number; group_name: string }[]>(console_url, '/yun/dev/group')
  return groups?.map(({ group_id, group_name }) => ({ value: String(group_id), label: group_name })) ?? []
}

/** A point with an open alarm, as `WW0001.flow`; null where nothing is wrong. */
export async function alarmPointOf(console_url: string): Promise<string | null> {
  const alarms = await call<{ rows: { sn_code: string; key: string }[] }>(console_url, '/rAlarmDev?page_size=1')
  const [first] = alarms?.rows ?? []
  return first ? `${first.sn_code}.${first.key}` : null
}
