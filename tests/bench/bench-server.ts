import { startMeasured, type Usage } from './measured-process.ts'

export interface BenchServer {
  api: string
  mqtt: string
  /** The demo administrator's session. */
  token: string
  usage(): Promise<Usage>
  /** A call as the administrator; throws when the server refuses. */
  call(method: 'GET' | 'POST' | 'PUT', path: string, input: Record<string, unknown>): Promise<unknown>
  stop(): Promise<void>
}

/** The server in a process of its own, on free ports of the loopback. */
export async function startBenchServer(devices: number, keys: number, users = 0, rules = 0): Promise<BenchServer> {
  const { ready, usage, stop } = await startMeasured<{ api: string; mqtt: string }>('./server-child.ts', {
    BENCH_DEVICES: String(devices),
    BENCH_KEYS: String(keys),
    BENCH_USERS: String(users),
    BENCH_RULES: String(rules),
  })
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const call: BenchServer['call'] = async (method, path, input) => {
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const body = method !== 'GET' ? { body: JSON.stringify(input) } : {}
    const reply = await fetch(`${ready.api}${path}${query}`, { method, headers, ...body })
    const { meta, data } = (await reply.json()) as { meta: { success: number; message: string }; data: unknown }
    if (meta.success !== 1) throw new Error(`${path}: ${meta.message}`)
    return data
  }
  const session = await call('POST', '/yun/v2/user/login', { user_name: 'admin', password: 'demo1234' })
  const { token } = session as { token: string }
  headers['x-token'] = token
  return { ...ready, token, usage, call, stop }
}
