import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  from: string
  to: string[]
  /** As it came, header and body. */
  text: string
}

/** A mail server that takes all but what goes to a full mailbox. */
export async function openMailServer() {
  const mails: Mail[] = []
  const tries: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      tries.push(address)
      const isFull = address.startsWith('full@')
      done(isFull ? Object.assign(new Error('the mailbox is full'), { responseCode: 450 }) : null)
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const text = Buffer.concat(chunks).toString('latin1')
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
      done()
    },
  })
  const listening = smtp.listen(0, '127.0.0.1') as unknown as Server
  await once(listening, 'listening')
  const url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
  return { url, mails, tries, close: () => new Promise<void>((done) => smtp.close(() => done())) }
}

/** The words of a mail: MIME's encodings undone. */
export function readMail({ text }: Mail) {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? ''
  const body = rest.join('\r\n\r\n')
  const isBase64 = /base64/i.test(header('Content-Transfer-Encoding'))
  const bytes = isBase64 ? Buffer.from(body, 'base64') : fromQuoted(body)
  const subject = header('Subject').replace(/=\?utf-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, kind, word) =>
    (kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : fromQuoted(word.replaceAll('_', ' '))).toString('utf8'),
  )
  return {
    names: unfolded.split('\r\n').map((line) => line.split(':')[0]),
    header,
    subject,
    body: bytes.toString('utf8'),
  }
}
const fromQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

export interface Came {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** An HTTP endpoint that keeps what came and answers with the status that its body gets. */
export async function openGateway(statusOf: (body: string, path: string) => number = () => 202) {
  const came: Came[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url: path = '', headers } = request
    came.push({ method, path, headers, body })
    response.writeHead(statusOf(body, path), { location: '/elsewhere' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, came, close: () => new Promise((done) => server.close(done)) }
}
