import * as z from 'zod/mini'

/** A file as a call answers it, outside the envelope. */
export const FileReply = z.object({
  name: z.string(),
  mime: z.string(),
  content: z.custom<Uint8Array>((sent) => sent instanceof Uint8Array),
  /** The same at this address for ever: browsers keep it, and ask no more. */
  is_kept: z.optional(z.boolean()),
})
export type FileReply = z.infer<typeof FileReply>

/** A file in a call's body: its own name and its bytes in base64. Its type is recognised by its bytes, never by its name. */
export const UploadedFile = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  /** 28 MB of base64 are 20 MB of file, the largest that anything takes. */
  content: z.string().check(z.minLength(1), z.maxLength(28_000_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
})
export type UploadedFile = z.infer<typeof UploadedFile>
