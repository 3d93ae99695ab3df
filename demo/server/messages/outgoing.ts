import type { PersonChannel } from '../../../core/contract/push.ts'
import { keptDeliveryError } from '../../../core/rules/delivery-error-text.ts'
import type { Db } from '../db/db.ts'

export interface Message {
  /** Whose administrators may read it; null for somebody who has no account yet. */
  tenant_id: number | null
  channel: PersonChannel
  /** A phone number as `+86 13800000000`, an e-mail address, or a WeChat openid. */
  address: string
  /** Of an e-mail; the others have none. */
  subject: string
  body: string
}

/** What a provider carries. `delivery_id` is the same at every try: the receiver recognises a repeated one. */
export type Carried = Message & {
  delivery_id?: string
  /** Of the sender of an e-mail. */
  from_name?: string
}

/**
 * Carries messages of one channel to people. Rejects with an error whose message is on the list of
 * `delivery-error-text.ts`, where the fault has words there; what it came from is its `cause`, for the log.
 */
export interface MessageProvider {
  send(message: Carried): Promise<void>
}

/** A channel without a provider is read by the administrator, and in the log. */
export type Providers = Partial<Record<Message['channel'], MessageProvider>>

/** Codes, which a person waits for: what cannot be sent within seconds is no use later. */
export interface Messages {
  /** Whether a provider carries this channel: then what is sent is read by whom it is for, and by nobody else. */
  isCarried(channel: PersonChannel): boolean
  /** Keeps the message and sends it in the background; resolves when it is kept. */
  send(message: Message): Promise<Sending>
  /** Waits for what is on its way. */
  close(): Promise<void>
}

interface Sending {
  /** Whether the provider took it at last; true where there is none, and it is kept for the administrator. */
  wasTaken: Promise<boolean>
}

interface MessagesParts {
  db: Db
  providers: Providers
  log: { info(message: string): void; error(message: string, error: unknown): void }
  now?: () => number
}

const TRIES = 3
const RETRY_MS = 2000

/** Line of the log, at `debug` alone: whoever runs a server without a gateway reads there what nobody else is sent. */
export const keptLine = ({ channel, address, subject, body }: Message): string =>
  `${channel} to ${address} (no provider is set up): ${[subject, body].filter(Boolean).join(': ')}`

/** Opens the outbox. Messages that an earlier run left under way are marked as failed: their codes have expired. */
export async function openMessages({ db, providers, log, now = Date.now }: MessagesParts): Promise<Messages> {
  const underWay = new Set<Promise<boolean>>()
  let isClosing = false
  const settle = (message_id: number, state: 'sent' | 'failed', error = '') =>
    db.system((q) =>
      q.updateTable('delivered_message').set({ state, error }).where('message_id', '=', message_id).execute(),
    )

  async function carry(provider: MessageProvider, message: Message, message_id: number): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await provider.send(message)
        await settle(message_id, 'sent')
        return true
      } catch (error) {
        if (attempt === TRIES || isClosing) {
          log.error(`${message.channel} was not delivered`, error)
          await settle(message_id, 'failed', keptDeliveryError(error))
          return false
        }
        await new Promise((go) => setTimeout(go, RETRY_MS * attempt))
      }
    }
  }

  await db.system((q) =>
    q
      .updateTable('delivered_message')
      .set({ state: 'failed', error: 'the server ended before it was sent' })
      .where('state', '=', 'waiting')
      .where('reason', '=', 'code')
      .execute(),
  )

  return {
    isCarried: (channel) => providers[channel] !== undefined,
    async send(message) {
      const provider = providers[message.channel]
      const { message_id } = await db.system((q) =>
        q
          .insertInto('delivered_message')
          .values({
            ...message,
            // What a provider carries is read by whom it is for: its code is nobody else's.
            body: provider ? message.body.replace(/\d{6}/g, '••••••') : message.body,
            message_time: now(),
            state: provider ? 'waiting' : 'kept',
          })
          .returning('message_id')
          .executeTakeFirstOrThrow(),
      )
      if (!provider) {
        log.info(keptLine(message))
        return { wasTaken: Promise.resolve(true) }
      }
      const wasTaken = carry(provider, message, message_id)
        .catch((error) => {
          log.error('keeping a message', error)
          return false
        })
        .finally(() => underWay.delete(wasTaken))
      underWay.add(wasTaken)
      return { wasTaken }
    },
    async close() {
      isClosing = true
      await Promise.all(underWay)
    },
  }
}
