import { parentPort, workerData } from 'node:worker_threads'
import { contract } from '../../../core/contract/contract.ts'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { readBodyJson } from './body-json.ts'
import { countNames } from './body-parts.ts'
import { checkInput, type Input } from './input.ts'
import type { LargeBody } from './large-body.ts'

/** The thread that large bodies are read in. */
const { bytes, call, language } = workerData as LargeBody

const refused = (status: number): Input => ({ refused: { code: '100005', fields: [], status } })

function read(text: string): Input {
  if (countNames(text) === null) return refused(413)
  const sent = readBodyJson(text)
  if (sent === undefined) return refused(200)
  const endpoints = Object.values(contract).flatMap((calls) => Object.values<Endpoint>(calls))
  const endpoint = endpoints.find(({ method, path }) => method === call.method && path === call.path)
  if (!endpoint) throw new Error(`there is no call ${call.method} ${call.path}`)
  return checkInput(endpoint, sent, language)
}

parentPort?.postMessage(read(new TextDecoder().decode(bytes)))
