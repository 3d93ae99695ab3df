/** What the frameworks' portals list: data of their own, as a portal would have. */
export const STATIONS = [
  { sn: 'WW0001', name: 'Pump station', point: 'flow' },
  { sn: 'BH0001', name: 'Boiler', point: 'pressure' },
  { sn: 'CR0001', name: 'Compressor 1', point: 'pressure' },
] as const

/** The console that the portal's server has written into its page. */
export const CONSOLE = document.documentElement.dataset.console ?? ''

/** Puts the loader into the page, as late as the portal likes. */
export function loadElements(): void {
  const script = document.createElement('script')
  script.type = 'module'
  script.src = `${CONSOLE}/elements/sightglass.js`
  document.head.append(script)
}

/** The page's user's token, from the portal's own server. */
export async function getToken(): Promise<string | null> {
  const reply = await fetch('token', { method: 'POST' })
  return reply.ok ? (await reply.json()).token : null
}
