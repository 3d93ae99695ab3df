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
})
export type Login = z.infer<typeof Login>
