import type { CDPSession } from 'playwright'

export interface Wire {
  /** `GET https://…`: what was requested since, sockets and the questions that a browser asks ahead (CORS) among it. */
  readonly requests: readonly string[]
  /** Of the replies, as they travelled. */
  readonly bytes: number
}

/** Counts what a page asks the network for; its own documents are not among it. */
export async function watchWire(cdp: CDPSession): Promise<Wire> {
  const wire = { requests: [] as string[], bytes: 0 }
  const documents = new Set<string>()
  cdp.on('Network.requestWillBeSent', ({ requestId, type, request: { method, url } }) => {
    if (type === 'Document') documents.add(requestId)
    else if (url.startsWith('http')) wire.requests.push(`${method} ${url}`)
  })
  cdp.on('Network.webSocketCreated', ({ url }) => {
    wire.requests.push(`GET ${url}`)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!documents.has(requestId)) wire.bytes += encodedDataLength
  })
  await cdp.send('Network.enable')
  return wire
}
