/** The calls about people and their rights, in one file: none of them is on the path of a live value. */
export { account } from './account.ts'
export { audit } from './audit.ts'
export { loginCheck } from './login-check.ts'
export { privilege } from './privilege.ts'
export { role } from './role.ts'
export { signInRule } from './sign-in-rule.ts'
export { user } from './user.ts'
export { userGroup } from './user-group.ts'
