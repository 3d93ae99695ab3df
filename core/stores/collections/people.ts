import type { Domain } from '../../contract/contract.ts'
import { collection } from '../collection.ts'

/** Domains whose calls change the rights that the caller holds, and so which roles the caller may give. */
const CHANGE_RIGHTS: readonly Domain[] = ['device', 'deviceGroup', 'role', 'template', 'user']

/** The signed-in user. */
export const whoAmI = collection({
  load: ({ session }, _, options) => session.whoAmI({}, options),
  changedBy: ['account'],
})

/** The user groups that the caller oversees, as nodes of a tree. */
export const userGroups = collection({
  load: ({ userGroup }, _, options) => userGroup.list({}, options),
  changedBy: ['user', 'userGroup'],
})

/** The organisation's first 100 roles, by name. */
export const roles = collection({
  load: async ({ role }, _, options) => (await role.list({ page_size: 100, sort: 'role_name' }, options)).rows,
  changedBy: CHANGE_RIGHTS,
})

/** The rights that the caller holds and so may give. */
export const givableRights = collection({
  load: ({ role }, _, options) => role.givable({}, options),
  changedBy: CHANGE_RIGHTS,
})

/** What the organisation asks of sign-ins and passwords. */
export const signInRule = collection({
  load: ({ signInRule }, _, options) => signInRule.read({}, options),
  changedBy: ['signInRule'],
})

/** How the organisation wants its console to look. */
export const ownBrand = collection({
  load: ({ organisationSettings }, _, options) => organisationSettings.brand({}, options),
  changedBy: ['organisationSettings'],
})

/** What the organisation has set for itself, for who may change it. */
export const organisationSettings = collection({
  load: ({ organisationSettings }, _, options) => organisationSettings.read({}, options),
  changedBy: ['organisationSettings'],
})

/** Which alarms reach the user beyond the console. */
export const pushSetting = collection({
  load: ({ push }, _, options) => push.setting({}, options),
  changedBy: ['account'],
})

/** Users, roles and device groups that rules of escalation can name. */
export const pushAudience = collection({
  load: ({ push }, _, options) => push.audience({}, options),
  changedBy: ['deviceGroup', 'role', 'user'],
})
