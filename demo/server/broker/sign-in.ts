import type { AuthErrorCode, Client } from 'aedes'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import { type Clients, UNREGISTERED } from './clients.ts'
import type { CheckCredentials } from './credentials.ts'
import type { DeviceStream } from './device-stream.ts'
import { openSignInLimits } from './sign-in-limits.ts'
import type { Uplink } from './uplink.ts'

export interface SignInParts {
  clients: Clients
  check: CheckCredentials
  uplink: Pick<Uplink, 'signInRefused' | 'refuse'>
  metrics: Metrics
  now?: (() => number) | undefined
}

/** Beside its own client, an integrator may try the device's topics with tools of his own. */
const CONNECTIONS_A_DEVICE = 8
// MQTT 3.1.1, table 3.1.
export const REFUSED = { unavailable: 3, password: 4 } as const

/** What goes by itself: the device may try again. */
const TEMPORARY = ['busy', 'too_many_new', 'full']

/** Lets connections in that bring the password of a device; rejects with the code that MQTT has for why not. */
export function openSignIn({ clients, check, uplink, metrics, now }: SignInParts) {
  const limits = openSignInLimits(now)

  const refuseConnect = (code: AuthErrorCode, reason: string) => {
    metrics.authFailures.inc({ reason })
    return Object.assign(new Error(reason), { returnCode: code })
  }

  return async (client: Client, username: string, password: Buffer): Promise<void> => {
    const known = clients.of(client)
    const address = (client.conn as DeviceStream).remoteAddress ?? ''
    const entry = await limits
      .check(
        { sn_code: username, address, client_id: known.client_id },
        () => check(username, password, address),
        (found) => (!('refused' in found) ? 'right' : found.refused === 'password' ? 'wrong' : 'void'),
      )
      .catch((error) => {
        throw error instanceof ApiError ? refuseConnect(REFUSED.password, 'too_many') : error
      })
    if ('refused' in entry) {
      const { refused } = entry
      uplink.signInRefused(username, refused, address)
      throw refuseConnect(TEMPORARY.includes(refused) ? REFUSED.unavailable : REFUSED.password, refused)
    }
    if (clients.countOf(entry.sn_code) >= CONNECTIONS_A_DEVICE) {
      throw refuseConnect(REFUSED.unavailable, 'too_many_connections')
    }
    known.sn_code = entry.sn_code
    known.owner = entry.tenant_id ?? UNREGISTERED
    known.password_salt = entry.password_salt
    // The devices' own choice: without the SN one device could end another's connection.
    if (known.client_id !== '') client.id = `${username}/${known.client_id}`
    const topic = known.wrongWill
    if (topic !== undefined) uplink.refuse(entry.sn_code, 'topic', { topic: topic.slice(0, 200) })
  }
}
