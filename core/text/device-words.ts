interface NamedDevice {
  dev_alias: string
  sn_code: string
}

/** A device in words by its name and SN: names repeat, and nobody may act on another device than he means. */
export const deviceWords = ({ dev_alias, sn_code }: NamedDevice): string =>
  dev_alias === '' || dev_alias === sn_code ? sn_code : `${dev_alias} · ${sn_code}`

/** The names that more than one of these devices has: where there is no room for all SNs, these need theirs. */
export function sharedNames(devices: readonly NamedDevice[]): ReadonlySet<string> {
  const owners = new Map<string, string>()
  const shared = new Set<string>()
  for (const { dev_alias, sn_code } of devices) {
    if ((owners.get(dev_alias) ?? sn_code) !== sn_code) shared.add(dev_alias)
    owners.set(dev_alias, sn_code)
  }
  return shared
}
