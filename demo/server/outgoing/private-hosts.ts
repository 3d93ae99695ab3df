import { isIP } from 'node:net'

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** The operator's list as `isListed` compares it: `host` or `host:port`, an IPv6 address in brackets. */
export const privateHostsOf = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean)
    .map((entry) => (isIP(entry) === 6 ? `[${entry}]` : entry))

/**
 * Whether the operator lists what an address leads to, by host and port: whoever may name one program of a host is not to
 * reach the others there. An entry without a port stands for the default port of http and https.
 */
export const isListed = ({ host, hostname, port, protocol }: URL, privateHosts: readonly string[]): boolean =>
  privateHosts.includes(host) || privateHosts.includes(`${hostname}:${port || DEFAULT_PORTS[protocol]}`)
