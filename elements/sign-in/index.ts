import { defineElement } from '../define/index.ts'
import { api } from './api.ts'
import { SignIn } from './SignIn.tsx'
import sheet from './sign-in.css?sheet'

/**
 * `<sg-sign-in focus-name>`: name or phone and password; `focus-name` puts the cursor there at once. Sends `sg-signed-in` `{user_id, name}` when the connection holds the new
 * session; the token is never in the event.
 */
export const SignInElement = defineElement('sg-sign-in', SignIn, { ...api, css: [sheet] })
