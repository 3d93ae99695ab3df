import { join } from 'node:path'
import { buildPackage } from './bundle.ts'

/** Beside the artefacts that the build has made. */
await buildPackage(join(import.meta.dirname, '../../../dist/package'))
