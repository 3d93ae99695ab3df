import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../demo/server/db/open.ts'
import { seed } from '../../demo/server/seed.ts'
import { readSettings } from '../../demo/server/settings.ts'
import { startServer } from '../../demo/server/start.ts'
import { makeDevice } from '../server/devices.ts'
import { FUZZED, WITNESS } from './cases.ts'

/** What the parent needs of the server. */
export interface Started {
  api: string
  mqtt: string
  /** Sessions of those whose calls are made up, and of the witness. */
  tokens: string[]
  witness: string
}

// The whole server over its embedded store in a new folder, without a last resort: an exception that nobody catches ends it.
const folder = mkdtempSync(join(tmpdir(), 'sightglass-fuzz-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const settings = readSettings({ DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', LOGIN_CHECK: 'off', DEMO: 'on' })
const db = await openDb({ dataDir: folder })
await seed(db, settings)
const points = [{ key: 'level', data_type: 'number' as const, access: 'rw' as const }]
for (const sn of FUZZED) await makeDevice(db, sn, { points })
await makeDevice(db, WITNESS, { points, tenant_id: 2 })
await db.close()
const server = await startServer(settings, { info() {}, warn() {}, error: console.error })
const tokenOf = async (user_name: string) => (await server.sessionFor(user_name, 'fuzz')) ?? ''
const started: Started = {
  api: server.api,
  mqtt: server.mqtt,
  tokens: [await tokenOf('admin'), await tokenOf('manager'), await tokenOf('operator')],
  witness: await tokenOf('rival'),
}
process.send?.(started)
const stop = () => server.close().finally(() => process.exit(0))
process.on('disconnect', stop)
