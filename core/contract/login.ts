import * as z from 'zod/mini'

/** What a sign-in answers. */
export const Login = z.object({
  token: z.string(),
  user_id: z.int(),
  tenant_id: z.int(),
  name: z.string(),
  /** Permission codes that the user holds. */
  roles: z.array(z.string()),
  /** The code whose page is shown first. */
  menuPermissions: z.string(),
  /** Somebody else set the password: until it is changed, the session can do nothing else, and holds no codes. */
  must_change_password: z.optional(z.boolean()),
})
export type Login = z.infer<typeof Login>
