import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../demo/server/db/open.ts'
import { seed } from '../../demo/server/seed.ts'
import { readSettings } from '../../demo/server/settings.ts'
import { startServer } from '../../demo/server/start.ts'
import { seedDevices, seedRules } from './bench-devices.ts'
import { seedUsers } from './bench-users.ts'
import { serveMeasured } from './measured-process.ts'

/** The real server over its embedded store in a new folder, with `BENCH_DEVICES` of `BENCH_KEYS` points with `BENCH_RULES` each, and `BENCH_USERS`. */
await serveMeasured(async () => {
  const { BENCH_DEVICES = '12', BENCH_KEYS = '10', BENCH_USERS = '0', BENCH_RULES = '0' } = process.env
  const folder = mkdtempSync(join(tmpdir(), 'sightglass-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // The demo's accounts, without the demo's plant: nobody but the benchmark publishes.
  const settings = readSettings({ DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', LOGIN_CHECK: 'off', DEMO: 'on' })
  const db = await openDb({ dataDir: folder })
  await seed(db, settings)
  await seedDevices(db, Number(BENCH_DEVICES), Number(BENCH_KEYS))
  await seedRules(db, Number(BENCH_KEYS), Number(BENCH_RULES))
  await seedUsers(db, Number(BENCH_USERS))
  await db.close()
  const server = await startServer(settings, { info() {}, error: console.error, warn: console.error })
  return {
    ready: { api: server.api, mqtt: server.mqtt, base: settings.BASE_PATH },
    close: server.close,
  }
})
