import * as z from 'zod/mini'
import { endpoint, Nothing } from './endpoint.ts'

/** A number that the client makes up, by which a graphic code is requested and then answered. */
export const CheckCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** What proves that a person signs in, beside the password. */
export const LoginChecks = {
  /** Of a solved puzzle, once. */
  puzzle_pass: z.optional(z.string().check(z.maxLength(64))),
  /** The graphic code that was requested under `check_code`, as the user read it. */
  check_code: z.optional(CheckCode),
  graphic_code: z.optional(z.string().check(z.maxLength(8))),
}

export const loginCheck = {
  needed: endpoint({
    method: 'GET',
    path: '/yun/login/check',
    needs: 'public',
    summary: 'Which checks a sign-in needs now, and what else the sign-in page may offer.',
    input: z.object({ user_name: z.optional(z.string().check(z.maxLength(254))) }),
    output: z.object({
      puzzle: z.boolean(),
      /** After 3 wrong passwords for this name or from this address; counted for names that nobody has, too. */
      graphic_code: z.boolean(),
      experience: z.boolean(),
      /** Whether anybody may open an account. */
      registration: z._default(z.boolean(), true),
    }),
  }),
  graphicCode: endpoint({
    method: 'GET',
    path: '/yun/login/check/:check_code',
    needs: 'public',
    summary:
      'A new graphic code under this code: a PNG in base64, of four letters and digits, good once and for 2 minutes.',
    input: z.object({ check_code: CheckCode }),
    output: z.string(),
  }),
  puzzle: endpoint({
    method: 'POST',
    path: '/yun/login/puzzle',
    needs: 'public',
    summary: 'A new drag puzzle: a picture with a gap and the piece that fills it, good once and for 2 minutes.',
    input: Nothing,
    output: z.object({
      puzzle_id: z.string(),
      /** PNG in base64. */
      picture: z.string(),
      /** PNG in base64, as high as the picture, transparent around the piece. */
      piece: z.string(),
      /** Pixels of the picture. */
      width: z.int(),
      height: z.int(),
      piece_width: z.int(),
    }),
  }),
  solve: endpoint({
    method: 'POST',
    path: '/yun/login/puzzle/solve',
    needs: 'public',
    summary: 'Checks where the piece was dropped; the pass is for one sign-in within 2 minutes.',
    input: z.object({
      puzzle_id: z.string().check(z.maxLength(64)),
      /** Pixels of the picture from its left edge to the piece's. */
      left: z.number().check(z.minimum(0), z.maximum(2000)),
    }),
    output: z.object({ puzzle_pass: z.nullable(z.string()) }),
  }),
}
