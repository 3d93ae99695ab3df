import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { VideoSetting } from '../../../core/contract/template.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './page-text.ts'

export const MOST_VIDEOS = 50
export const KINDS = ['hls', 'flv', 'mpegts'] as const
/** Formats by their own names and endings. */
export const KIND_NAMES = { hls: 'HLS (.m3u8)', flv: 'FLV (.flv)', mpegts: 'MPEG-TS (.ts)' } as const
export const FIELDS = ['name', 'kind', 'url'] as const
export type Field = (typeof FIELDS)[number]

export const draftOf = (video: VideoSetting | null): VideoSetting => video ?? { name: '', kind: 'hls', url: '' }

/** The format that an address ends in; undefined where it does not say. */
export function kindOf(url: string): VideoSetting['kind'] | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (/\.m3u8$/i.test(path)) return 'hls'
  if (/\.flv$/i.test(path)) return 'flv'
  return /\.ts$/i.test(path) ? 'mpegts' : undefined
}

const isAddress = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url) && url.length <= 2048

/** What is wrong with a draft, by the field; `others` are the names that are taken. */
export function check(
  { name, url }: VideoSetting,
  others: readonly string[],
  t: Translated<(typeof text)['rows']>,
): Partial<Record<Field, string>> {
  const plain = name.trim()
  return {
    ...(others.includes(plain) && { name: t.videoTwice }),
    ...(plain.length > LIMITS.genericName && { name: t.tooLong }),
    ...(plain === '' && { name: t.videoMissing }),
    ...(!isAddress(url.trim()) && { url: t.urlWrong }),
  }
}
