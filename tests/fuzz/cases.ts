import { httpRequest, socketFrames } from './http-cases.ts'
import { mqttPieces } from './mqtt-cases.ts'
import { type Random, randomOf } from './random.ts'

/** One input: what somebody sends in one connection, in latin1 so that it can be read in a file. */
export interface Case {
  kind: 'mqtt' | 'http' | 'socket'
  /** Sent one after another; of MQTT the first alone, until it was answered. */
  pieces: string[]
  /** After the last frame these bytes go out beside the protocol of sockets. */
  raw?: string
}

/** Devices that the cases sign in as. */
export const FUZZED = ['FUZZ0', 'FUZZ1', 'FUZZ2', 'FUZZ3', 'FUZZ4', 'FUZZ5']
/** The device beside them, whose readings have to arrive. */
export const WITNESS = 'WITNESS'

const textsOf = (pieces: readonly Buffer[]) => pieces.map((bytes) => bytes.toString('latin1'))

function caseOf(random: Random): Case {
  const kind = random.pick(['mqtt', 'mqtt', 'mqtt', 'http', 'socket'] as const)
  if (kind === 'mqtt') return { kind, pieces: textsOf(mqttPieces(random, random.pick(FUZZED))) }
  if (kind === 'http') return { kind, pieces: textsOf([httpRequest(random)]) }
  const raw = random.chance(0.3) ? { raw: random.bytes(1 + random.int(40)).toString('latin1') } : {}
  return { kind, pieces: textsOf(socketFrames(random)), ...raw }
}

/** Cases without an end, which the seed decides. */
export function* casesOf(seed: number): Generator<Case> {
  const random = randomOf(seed)
  for (;;) yield caseOf(random)
}
