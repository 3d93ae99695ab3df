import { createTransport } from 'nodemailer'
import type { MessageProvider } from './outgoing.ts'

const PATIENCE_MS = 15_000

/** E-mail over SMTP (RFC 5321). `url` like `smtps://user:password@mail.example:465`; `from` is the sender's address. */
export function smtpProvider(url: string, from: string): MessageProvider {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // A message is text: nothing in it may make this server read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ address, subject, body, delivery_id, from_name }) {
      // The same at every try: a mail server that has it takes no second one for another.
      const messageId = delivery_id && `<${delivery_id}@${from.slice(from.lastIndexOf('@') + 1)}>`
      await transport
        .sendMail({
          from: from_name ? { name: from_name, address: from } : from,
          to: { name: '', address },
          subject,
          text: body,
          ...(messageId && { messageId }),
        })
        .catch((cause: Error & { responseCode?: number }) => {
          const did = cause.responseCode === undefined ? 'did not answer' : `answered ${cause.responseCode}`
          throw new Error(`the mail server ${did}`, { cause })
        })
    },
  }
}
