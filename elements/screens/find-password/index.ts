import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { FindPassword } from './FindPassword.tsx'
import sheet from './find-password.css?sheet'

/**
 * `<sg-find-password sign-in-path="/login">`: a new password by a code that is sent to the account's phone or e-mail. It
 * never reveals whether there is such an account.
 */
export const FindPasswordElement = defineElement('sg-find-password', FindPassword, { ...api, css: [sheet] })
