import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { SignIn } from './SignIn.tsx'
import sheet from './sign-in.css?sheet'

/**
 * `<sg-sign-in focus-name register-path="/register" recover-path="/findPass">`: signs a user in by name, phone or e-mail
 * and password, on a connection without a token of its own, with the checks that the console asks for: a drag puzzle,
 * and a graphic code after wrong passwords. With `with-experience` the console's experience account signs in too.
 * The token is never in an event.
 */
export const SignInElement = defineElement('sg-sign-in', SignIn, { ...api, css: [sheet] })
