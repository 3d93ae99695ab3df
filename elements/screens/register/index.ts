import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Register } from './Register.tsx'
import sheet from './register.css?sheet'

/**
 * `<sg-register sign-in-path="/login" privacy-path="/privacy">`: opens an account, an organisation of its own, by phone or
 * e-mail: with a graphic code, a code that is sent there, and agreement to the privacy policy. Whether an address has an
 * account already is revealed to nobody but its owner.
 */
export const RegisterElement = defineElement('sg-register', Register, { ...api, css: [sheet] })
