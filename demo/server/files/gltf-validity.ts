// @ts-expect-error: the validator, Dart made into JavaScript, comes without types
import validator from 'gltf-validator'

export interface GltfInput {
  name: string
  bytes: Uint8Array
  parts: ReadonlyMap<string, Uint8Array>
}
/** What the validator found. */
export interface GltfReport {
  errors: number
  /** The first error's code and where it is. */
  first: string
  mostPixels: number
  allPixels: number
}

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

/** What the official validator says of a model. Its work is as long as the file is bad: for a thread. */
export async function validityOf({ name, bytes, parts }: GltfInput): Promise<GltfReport> {
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
    return {
      errors: report.issues.numErrors,
      first: first ? `${first.code}${first.pointer ? ` ${first.pointer}` : ''}` : '',
      mostPixels: Math.max(0, ...pixels),
      allPixels: pixels.reduce((sum, one) => sum + one, 0),
    }
  } catch {
    return { errors: 1, first: 'not readable', mostPixels: 0, allPixels: 0 }
  }
}
