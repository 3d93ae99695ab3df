import * as z from 'zod/mini'
import type { Code } from '../catalogue/codes.ts'
import type { Right } from '../catalogue/held-rights.ts'

/** Who may call: anybody, anybody who signed in, or who holds one of these rights. */
export type Needs = 'public' | 'session' | readonly Right[]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call, declared once: the client, the server's obligation, validation and the API document all derive from it. */
export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  method: Method
  path: string
  /** Older paths that answer the same; programs that are new do not use them. */
  also?: readonly string[]
  needs: Needs
  /** One sentence for the API document. */
  summary: string
  input: I
  output: O
  /** Codes beyond those that every call can give (100003, 100005, 100006, 100009, 100015, and 110543 where it names a device). */
  refusals: readonly Code[]
  /** Codes of fields that are missing or empty, where they have one of their own: 100006 is of all others. */
  empty?: Readonly<Record<string, Code>>
  /** The reply is a file, outside the envelope; `output` then describes `{name, mime, content}`. */
  reply: 'envelope' | 'file'
  /** For the user himself: closed to whoever acts as him in a simulated sign-in, and to the experience user. */
  ownOnly?: true
  /** Open to who has to change a password first that somebody else set; everything else is closed until then. */
  beforeOwnPassword?: true
  /** Changes nothing, although it is no GET: open to the experience user too. */
  changesNothing?: true
}

/** Declares a call. `input` is read from the query string (GET, DELETE) or the body (POST, PUT). */
export function endpoint<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  declared: Omit<Endpoint<I, O>, 'refusals' | 'reply'> & Partial<Pick<Endpoint<I, O>, 'refusals' | 'reply'>>,
): Endpoint<I, O> {
  return { refusals: [], reply: 'envelope', ...declared }
}

export type Calls = Record<string, Endpoint>
export type InputOf<E> = E extends Endpoint<infer I, z.ZodMiniType> ? z.input<I> : never
export type ParsedInputOf<E> = E extends Endpoint<infer I, z.ZodMiniType> ? z.output<I> : never
export type OutputOf<E> = E extends Endpoint<z.ZodMiniType, infer O> ? z.output<O> : never
export type ReplyOf<E> = E extends Endpoint<z.ZodMiniType, infer O> ? z.input<O> : never

/** What the server owes for a group of calls: a missing answer does not compile. */
export type Answers<C extends Calls, Caller> = {
  [K in keyof C]: (input: ParsedInputOf<C[K]>, caller: Caller) => Promise<ReplyOf<C[K]>>
}

/** `{meta: {success, code, message}, data}`, around every reply but files. */
export const Envelope = z.object({
  meta: z.object({ success: z.union([z.literal(0), z.literal(1)]), code: z.string(), message: z.string() }),
  data: z.optional(z.unknown()),
})
export type Envelope = z.infer<typeof Envelope>

/** Where a refused input is wrong, so that a form can show it at the field. */
export const FieldError = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

export const Nothing = z.object({})
