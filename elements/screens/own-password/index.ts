import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { OwnPassword } from './OwnPassword.tsx'
import sheet from './own-password.css?sheet'

/**
 * `<sg-own-password>`: for who signed in by a password that somebody else set. Such a session can change it here, or sign
 * out, and nothing else.
 */
export const OwnPasswordElement = defineElement('sg-own-password', OwnPassword, { ...api, css: [sheet] })
