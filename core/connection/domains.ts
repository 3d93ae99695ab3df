import type { Contract, Domain } from '../contract/contract.ts'
import { live } from '../contract/live.ts'
import { system } from '../contract/system.ts'

const people = () => import('../contract/people.ts')
const configuration = () => import('../contract/configuration.ts')

/**
 * A domain's calls come with the first of them: a page that shows one device loads nothing of the others. What every
 * page asks is here already.
 */
export const DOMAINS: { readonly [D in Domain]: () => Promise<Contract[D]> } = {
  session: async () => (await import('../contract/session.ts')).session,
  loginCheck: async () => (await people()).loginCheck,
  account: async () => (await people()).account,
  signInRule: async () => (await people()).signInRule,
  user: async () => (await people()).user,
  userGroup: async () => (await people()).userGroup,
  role: async () => (await people()).role,
  privilege: async () => (await people()).privilege,
  audit: async () => (await people()).audit,
  system: async () => system,
  device: async () => (await import('../contract/device.ts')).device,
  template: async () => (await configuration()).template,
  screen: async () => (await configuration()).screen,
  resource: async () => (await configuration()).resource,
  shareLink: async () => (await configuration()).shareLink,
  middleware: async () => (await configuration()).middleware,
  weather: async () => (await configuration()).weather,
  history: async () => (await import('../contract/history.ts')).history,
  control: async () => (await import('../contract/control.ts')).control,
  embed: async () => (await import('../contract/embed.ts')).embed,
  live: async () => live,
  alarm: async () => (await import('../contract/alarm.ts')).alarm,
}
