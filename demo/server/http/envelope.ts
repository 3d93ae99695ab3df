import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { messageOf, SUCCESS } from '../../../core/catalogue/codes.ts'
import { DEFAULT_LANGUAGE } from '../../../core/catalogue/limits.ts'
import type { Language } from '../../../core/catalogue/words.ts'
import type { ApiError } from '../../../core/contract/api-error.ts'
import type { Envelope } from '../../../core/contract/endpoint.ts'

const compress = promisify(gzip)
/** Below, a reply fits into two packets, and gzip saves none that would be worth its milliseconds. */
const GZIP_FROM = 2048
/** Codes of an ended session: by the specification the message is the code itself, and the client has its text. */
const SESSION_CODES = new Set(['100009', '50014'])

/** Browsers send some 50 characters; more than these are nobody's languages. */
const LANGUAGES_LENGTH = 256

/** The language that the caller prefers of those the product speaks. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const wanted = (request.headers['accept-language'] ?? '')
    .slice(0, LANGUAGES_LENGTH)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';q=')
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag.split('-')[0])
  return (wanted.find((tag) => tag === 'zh' || tag === 'en') as Language | undefined) ?? DEFAULT_LANGUAGE
}

/** The envelope of what a granted call answers, around the JSON of it. */
export function granted(data: readonly Buffer[], language: Language): Buffer {
  const meta: Envelope['meta'] = { success: 1, code: SUCCESS, message: messageOf(SUCCESS, language) }
  return Buffer.concat([Buffer.from(`{"meta":${JSON.stringify(meta)},"data":`), ...data, Buffer.from('}')])
}

/** The envelope of what a refused call answers, as text; `data.fields` names the wrong fields of an input, `data.fault` what is wrong with a guest token, `data.wait_s` the seconds to wait. */
export const refused = (
  { code, fields, fault, wait_s }: Pick<ApiError, 'code' | 'fields' | 'fault' | 'wait_s'>,
  language: Language,
): string =>
  JSON.stringify({
    meta: { success: 0, code, message: SESSION_CODES.has(code) ? code : messageOf(code, language, wait_s) },
    data: { ...(fields.length > 0 && { fields }), ...(fault && { fault }), ...(wait_s > 0 && { wait_s }) },
  })

/**
 * Sends an envelope, compressed when it is large; `onPacked` hears how many bytes are sent. Nothing between may
 * keep it.
 */
export async function sendEnvelope(
  request: FastifyRequest,
  reply: FastifyReply,
  envelope: string | Buffer,
  { status = 200, onPacked }: { status?: number; onPacked?: (bytes: number) => void } = {},
): Promise<FastifyReply> {
  reply.code(status).type('application/json; charset=utf-8').header('cache-control', 'no-store')
  const isGzipKnown = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (!isGzipKnown || envelope.length < GZIP_FROM) return reply.send(envelope)
  const packed = await compress(envelope, { level: 3 })
  onPacked?.(packed.length)
  return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(packed)
}
