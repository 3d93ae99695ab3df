import { join } from 'node:path'
import { buildClassic } from './bundle.ts'

/** Beside what the build has made. */
await buildClassic(join(import.meta.dirname, '../../../dist'))
