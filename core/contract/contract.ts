import { account } from './account.ts'
import { alarm } from './alarm.ts'
import { audit } from './audit.ts'
import { control } from './control.ts'
import { device } from './device.ts'
import { embed } from './embed.ts'
import { history } from './history.ts'
import { live } from './live.ts'
import { loginCheck } from './login-check.ts'
import { privilege } from './privilege.ts'
import { role } from './role.ts'
import { session } from './session.ts'
import { signInRule } from './sign-in-rule.ts'
import { system } from './system.ts'
import { template } from './template.ts'
import { user } from './user.ts'
import { userGroup } from './user-group.ts'

/** Every call there is, by domain. */
export const contract = {
  ...{ session, loginCheck, account, signInRule, system },
  ...{ user, userGroup, role, privilege, audit, embed },
  ...{ device, template, history, control, alarm, live },
}
export type Contract = typeof contract
export type Domain = keyof Contract
