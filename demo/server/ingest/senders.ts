import { snKey } from '../../../core/rules/sn.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'

/** Who a message is from, decided when it arrives: by the time its turn comes somebody else may have the SN. */
export interface Sender {
  readonly sn_code: string
  /** Undefined where nobody had registered it. */
  readonly device: LiveDevice | undefined
  /** Of the password that it signed in with; undefined where that is not known here: an external broker looked at it, or a node speaks for the device. */
  readonly password_salt: string | null | undefined
  /** The node that speaks for it. */
  readonly node: Sender | undefined
  /** Budgets and lines are kept by this: whoever has the SN next begins with none of it used up. */
  readonly key: string
}

export interface RegisteredSender extends Sender {
  readonly device: LiveDevice
}

/** No SN begins with it. */
const REGISTERED = '#'

const isOf = ({ password_salt }: Sender, device: LiveDevice) =>
  password_salt === undefined || password_salt === device.password_salt

export function openSenders(fleet: Pick<Fleet, 'get'>) {
  /** Those of the last messages, one a device. */
  const last = new WeakMap<LiveDevice, RegisteredSender>()

  const registered = (device: LiveDevice, password_salt: Sender['password_salt'], node?: Sender): RegisteredSender => {
    const before = last.get(device)
    if (before && before.password_salt === password_salt && before.node === node) return before
    const { sn_code, device_id } = device
    const key = `${REGISTERED}${device_id} ${password_salt ?? node?.key ?? ''}`
    const sender = { sn_code, device, password_salt, node, key }
    last.set(device, sender)
    return sender
  }

  const of = (sn_code: string, password_salt: Sender['password_salt'], node?: Sender): Sender => {
    const device = fleet.get(sn_code)
    if (device) return registered(device, password_salt, node)
    return { sn_code, device, password_salt, node, key: `${snKey(sn_code)} ${password_salt ?? node?.key ?? ''}` }
  }

  /**
   * Who it is from by now: itself, or the device that it has been registered as with its password. Undefined where its
   * registration has ended, its password was renewed, or another device has the SN.
   */
  const current = (from: Sender): Sender | undefined => {
    const device = fleet.get(from.sn_code)
    if (from.node && current(from.node) !== from.node) return undefined
    if (from.device) return device === from.device && isOf(from, device) ? from : undefined
    if (!device) return from
    return from.password_salt !== undefined && isOf(from, device) ? registered(device, from.password_salt) : undefined
  }

  return { of, registered, current }
}

export type Senders = ReturnType<typeof openSenders>

export const isRegistered = (from: Sender): from is RegisteredSender => from.device !== undefined
