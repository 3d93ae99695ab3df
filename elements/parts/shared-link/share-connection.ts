import { type Connection, connect } from '../../../core/connection/connection.ts'
import { REALTIME_PATH } from '../../../core/contract/realtime.ts'
import { SHARE_SOCKET_PATH } from '../../../core/contract/share-link.ts'
import type { Socket } from '../../../core/realtime/realtime.ts'

/** A connection of a visitor: tokens of a share link, and the door that is theirs. */
export const connectVisitor = (baseUrl: string, lang: () => string, getToken: () => Promise<string>): Connection =>
  connect({ baseUrl, lang, getToken, openSocket })

/** The share socket speaks as the realtime one does, but for the name of what is shown at the door. */
function openSocket(url: string): Socket {
  const socket = new WebSocket(url.replace(REALTIME_PATH, SHARE_SOCKET_PATH))
  const send = socket.send.bind(socket)
  socket.send = (sent) => {
    const frame = JSON.parse(String(sent)) as { type: string; token?: string }
    send(frame.type === 'auth' ? JSON.stringify({ type: 'auth', share: frame.token }) : String(sent))
  }
  return socket as unknown as Socket
}
