import { SnCode } from '../contract/telemetry.ts'

/** What the code on a device says of it. */
export interface DeviceCode {
  sn_code: string
  /** With which the device signs in, where its maker printed it; else empty. */
  password: string
}

const snIn = (text: string): string | null => {
  const parsed = SnCode.safeParse(text.trim())
  return parsed.success ? parsed.data : null
}

/** The part of a page's address that names its device; null for another address. */
function snOfPage(text: string): string | null {
  const [, sn] = /^https?:\/\/[^?#]*\/deviceDetail\/([A-Za-z0-9]+)\/?(?:[?#]|$)/i.exec(text) ?? []
  return sn === undefined ? null : snIn(sn)
}

/**
 * Reads the code of a device: its SN, `sg:SN:password` of a maker's nameplate, or the link of a label to the device's page, of
 * whose host nothing is taken. Null for whatever else.
 */
export function readDeviceCode(code: string): DeviceCode | null {
  const text = code.trim()
  const [scheme, named = '', ...password] = text.split(':')
  const isOurs = scheme?.toLowerCase() === 'sg'
  const sn_code = isOurs ? snIn(named) : (snOfPage(text) ?? snIn(text))
  return sn_code === null ? null : { sn_code, password: isOurs ? password.join(':') : '' }
}
