import { useState } from 'react'
import type { BoundDevice } from './use-binding.ts'

/** Devices that are selected, of any page. */
export function useSelection(here: readonly BoundDevice[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, BoundDevice>>(new Map())
  const replace = (devices: readonly BoundDevice[]) =>
    setChosen(new Map(devices.map((device) => [device.sn_code, device])))
  return {
    /** As the list has them now, where it has them. */
    devices: [...chosen.values()].map((device) => here.find(({ sn_code }) => sn_code === device.sn_code) ?? device),
    idsHere: new Set(here.map(({ sn_code }) => sn_code).filter((sn_code) => chosen.has(sn_code))),
    isAllHere: here.length > 0 && here.every(({ sn_code }) => chosen.has(sn_code)),
    /** Those of this page; those of others stay. */
    choose(ids: ReadonlySet<string>) {
      const others = [...chosen.values()].filter((device) => !here.some(({ sn_code }) => sn_code === device.sn_code))
      replace([...others, ...here.filter(({ sn_code }) => ids.has(sn_code))])
    },
    replace,
    clear: () => replace([]),
  }
}

export type Selection = ReturnType<typeof useSelection>
