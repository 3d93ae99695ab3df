/** How a stream is carried. `auto`: recognised by the ending of its address. `file`: a recording, as the browser plays it. */
export const STREAM_KINDS = ['auto', 'hls', 'flv', 'mpegts', 'file'] as const
export type StreamKind = (typeof STREAM_KINDS)[number]

/** The address where it is one of http or https that a page may show; null for any other. */
export function webAddress(url: string): URL | null {
  const address = URL.canParse(url) ? new URL(url) : null
  return address && /^https?:$/.test(address.protocol) ? address : null
}

/** Browsers let a page of https load nothing that comes over http, but from the machine itself. */
export const isMixed = ({ protocol, hostname }: URL, page: Pick<Location, 'protocol'> = location): boolean =>
  page.protocol === 'https:' && protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

const ENDINGS: readonly (readonly [RegExp, Exclude<StreamKind, 'auto'>])[] = [
  [/\.m3u8$/i, 'hls'],
  [/\.flv$/i, 'flv'],
  [/\.(ts|m2ts|mpegts)$/i, 'mpegts'],
]

export function streamKind(kind: StreamKind, { pathname }: URL): Exclude<StreamKind, 'auto'> {
  if (kind !== 'auto') return kind
  return ENDINGS.find(([ending]) => ending.test(pathname))?.[1] ?? 'file'
}
