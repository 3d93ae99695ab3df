import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { Line, TextBody } from './plain-text.ts'
import { Timestamp } from './timestamp.ts'

const mayPublish = ['P74000'] as const

/** `planned`: so far only those who may publish bulletins see it. `over`: only they still see it. */
export const BULLETIN_STATES = ['shown', 'planned', 'over'] as const

/** A word to everybody in the organisation: plain text with line breaks. Times are epoch ms. */
export const Bulletin = z.object({
  bulletin_id: z.int(),
  title: z.string(),
  body: z.string(),
  is_pinned: z.boolean(),
  state: z.enum(BULLETIN_STATES),
  from_time: z.int(),
  /** Null: as long as it is there. */
  until_time: z.nullable(z.int()),
  changed_time: z.int(),
  /** Who posted it, or changed it last. */
  user_name: z.string(),
  name: z.string(),
})
export type Bulletin = z.infer<typeof Bulletin>

const writing = {
  title: Line(LIMITS.noticeTitle),
  body: TextBody(LIMITS.noticeBody, 1),
  is_pinned: z._default(z.boolean(), false),
  /** Now where it is left out or null. */
  from_time: z._default(z.nullable(Timestamp), null),
  until_time: z._default(z.nullable(Timestamp), null),
}
const bulletin_id = z.int()

export const bulletin = {
  list: endpoint({
    method: 'GET',
    path: '/bulletin/board',
    needs: 'session',
    summary:
      'Bulletins of the organisation, pinned ones first, then newest first; `sort=-from_time`: newest first alone. `all` needs the right to publish them.',
    input: z.object({
      ...Paging,
      search: z.optional(z.string().check(z.maxLength(64))),
      /** With those that are planned or over. */
      all: z._default(z.boolean(), false),
    }),
    output: pageOf(Bulletin),
  }),
  create: endpoint({
    method: 'POST',
    path: '/bulletin/board',
    needs: mayPublish,
    ownOnly: true,
    summary: 'Posts a bulletin, shown at once or from a time on.',
    input: z.object(writing),
    output: Bulletin,
    refusals: ['117804'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/bulletin/board',
    needs: mayPublish,
    ownOnly: true,
    summary: 'Changes a bulletin.',
    input: z.object({ bulletin_id, ...writing }),
    output: Bulletin,
    refusals: ['117801'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bulletin/board',
    needs: mayPublish,
    ownOnly: true,
    summary: 'Takes a bulletin off the board; `restore` brings it back for a day.',
    input: z.object({ bulletin_id }),
    output: z.object({}),
    refusals: ['117801'],
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/bulletin/board/restore',
    needs: mayPublish,
    ownOnly: true,
    summary: 'Puts a bulletin back on the board.',
    input: z.object({ bulletin_id }),
    output: Bulletin,
    refusals: ['117801'],
  }),
}
