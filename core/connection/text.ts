/** Messages of a connection when the server gives no usable reply. */
export const text = {
  offline: { zh: '无法连接服务器，请检查网络', en: 'The server cannot be reached; check the network' },
  timeout: { zh: '服务器 90 秒内没有答复，可重试', en: 'The server gave no reply within 90 seconds; try again' },
  unreadable: {
    zh: '收到的答复无法读取，中间可能有代理或版本不符',
    en: 'The reply cannot be read; a proxy may be in between, or the versions differ',
  },
}
