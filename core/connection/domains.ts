import type { Contract, Domain } from '../contract/contract.ts'

/** A domain's calls come with the first of them: a page that shows one device loads nothing of the others. */
export const DOMAINS: { readonly [D in Domain]: () => Promise<Contract[D]> } = {
  session: async () => (await import('../contract/session.ts')).session,
  system: async () => (await import('../contract/system.ts')).system,
  device: async () => (await import('../contract/device.ts')).device,
  template: async () => (await import('../contract/template.ts')).template,
  history: async () => (await import('../contract/history.ts')).history,
  control: async () => (await import('../contract/control.ts')).control,
  embed: async () => (await import('../contract/embed.ts')).embed,
  live: async () => (await import('../contract/live.ts')).live,
  alarm: async () => (await import('../contract/alarm.ts')).alarm,
}
