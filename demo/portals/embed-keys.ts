/** Who makes the embed keys at the console, as an administrator would by hand: by password, or with a session's token. */
export type Account = { user_name: string; password: string } | { token: string }

interface Envelope<Data> {
  meta: { success: number; code: string; message: string }
  data: Data
}
interface Key {
  key_id: string
  name: string
  state: string
}

/** For so long a token that is out stays good when the portals are started anew, seconds. */
const GRACE_S = 60

/**
 * Signs in at the console and gives what gives a portal its embed key: made where none of that name is, else set to these
 * origins and a new secret, since an old one is never shown again. Throws an Error with the console's own words.
 */
export async function openEmbedKeys(
  console_url: string,
  account: Account,
): Promise<(name: string, origins: readonly string[]) => Promise<string>> {
  let token = ''
  async function call<Data>(method: string, path: string, input?: object): Promise<Data> {
    const query = method === 'GET' && input ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const reply = await fetch(new URL(path + query, console_url), {
      method,
      headers: { 'content-type': 'application/json', 'accept-language': 'en', 'x-token': token },
      ...(method !== 'GET' && { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(10_000),
    })
    const { meta, data } = (await reply.json()) as Envelope<Data>
    if (meta.success !== 1) throw new Error(`the console refused the portals: ${meta.code} ${meta.message}`)
    return data
  }

  token =
    'token' in account ? account.token : (await call<{ token: string }>('POST', '/yun/v2/user/login', account)).token
  const { rows } = await call<{ rows: Key[] }>('GET', '/yun/embed/key', { page_size: 100 })

  return async (name, origins) => {
    const described = { name, origins, resources: { all: true }, actions: ['read', 'write', 'confirm'] }
    const known = rows.find((key) => key.name === name && key.state === 'active')
    if (!known) return (await call<{ embed_key: string }>('POST', '/yun/embed/key', described)).embed_key
    const { key_id } = known
    await call('PUT', '/yun/embed/key', { ...described, key_id })
    const rotated = await call<{ embed_key: string }>('POST', '/yun/embed/key/rotate', { key_id, grace_s: GRACE_S })
    return rotated.embed_key
  }
}
