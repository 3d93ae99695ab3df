import { join } from 'node:path'
import { buildPackage } from './bundle.ts'

/** Into the folder that is named, else beside the artefacts that the build has made. */
const [folder = join(import.meta.dirname, '../../../dist/package')] = process.argv.slice(2)
await buildPackage(folder)
