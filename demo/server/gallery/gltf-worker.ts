import { parentPort, workerData } from 'node:worker_threads'
// @ts-expect-error: the validator, Dart made into JavaScript, comes without types
import validator from 'gltf-validator'
import type { GltfGiven, GltfReport } from './models.ts'

/** The thread that the validator runs in: its work is as long as the file is bad. */
const { name, bytes, parts } = workerData as GltfGiven

interface Issue {
  severity: number
  code: string
  message: string
  pointer?: string
}
interface Resource {
  image?: { width?: number; height?: number }
}
interface Report {
  issues: { numErrors: number; messages: Issue[] }
  info?: { resources?: Resource[] }
}

const ERROR = 0

try {
  const report: Report = await validator.validateBytes(bytes, {
    uri: name,
    maxIssues: 20,
    writeTimestamp: false,
    severityOverrides: {},
    externalResourceFunction: async (uri: string) => {
      const part = parts.get(decodeURIComponent(uri))
      if (!part) throw new Error('missing')
      return part
    },
  })
  const [first] = report.issues.messages.filter(({ severity }) => severity === ERROR)
  const images = (report.info?.resources ?? []).flatMap(({ image }) => (image ? [image] : []))
  const pixels = images.map(({ width = 0, height = 0 }) => width * height)
  const answer: GltfReport = {
    errors: report.issues.numErrors,
    first: first ? `${first.code}${first.pointer ? ` ${first.pointer}` : ''}` : '',
    mostPixels: Math.max(0, ...pixels),
  }
  parentPort?.postMessage(answer)
} catch {
  const answer: GltfReport = { errors: 1, first: 'not readable', mostPixels: 0 }
  parentPort?.postMessage(answer)
}
