import * as ed25519 from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { LIMITS } from '../catalogue/limits.ts'

// Plain-http intranets have no WebCrypto; the pure JavaScript path must do without it everywhere.
ed25519.hashes.sha512 = sha512

/** A session's key pair: the seed and the public key, 32 bytes each, base64. */
export interface KeyPair {
  pri_key: string
  pub_key: string
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

export function createKeyPair(): KeyPair {
  const seed = crypto.getRandomValues(new Uint8Array(32))
  return { pri_key: toBase64(seed), pub_key: toBase64(ed25519.getPublicKey(seed)) }
}

/** Each signature is good once: calls of the same second take earlier ones. */
let spent: number[] = []

function freshSecond(serverNow: number): number {
  const second = Math.floor(serverNow / 1000)
  spent = spent.filter((one) => one > second - LIMITS.signatureTtlS)
  let free = second
  while (spent.includes(free)) free -= 1
  spent.push(free)
  return free
}

/** The headers of a signed call: Ed25519 over `PubKey\nTS\nTTL`. `serverNow` is epoch ms; TS travels in seconds. */
export function signedHeaders({ pri_key, pub_key }: KeyPair, serverNow: number): Record<string, string> {
  const TS = String(freshSecond(serverNow))
  const TTL = String(LIMITS.signatureTtlS)
  const signature = ed25519.sign(new TextEncoder().encode(`${pub_key}\n${TS}\n${TTL}`), fromBase64(pri_key))
  return { TS, TTL, SIG: toBase64(signature), PubKey: pub_key, Version: 'V2', RequestType: 'Web' }
}
