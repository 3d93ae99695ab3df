import { openBuiltPages } from './built-pages.ts'
import type { MapBench } from './map/page.ts'
import { median, OURS, quantile, type Results } from './results.ts'

const DEVICES = 10_000
const PEER = 'openlayers'
const FRAMES = 120
const SIZE = { width: 1280, height: 800 }

/** 10,000 devices on the map, clustered by us over the outline of the world, and by OpenLayers' own cluster source over nothing. */
export default async function map(results: Results): Promise<void> {
  const pages = await openBuiltPages<MapBench>(new URL('map/page.ts', import.meta.url), SIZE)
  const cases = { first: `${DEVICES} devices, first`, pan: `${DEVICES} devices, pan`, zoom: `${DEVICES} devices, zoom` }
  try {
    for (const subject of [OURS, PEER]) {
      const page = await pages.open()
      results.add(cases.first, subject, 'first_ms', await page.bench('start', subject, DEVICES), 'ms')
      for (const how of ['pan', 'zoom'] as const) {
        const took = await page.bench('move', how, FRAMES)
        results.add(cases[how], subject, 'frame_ms, median', median(took), 'ms')
        results.add(cases[how], subject, 'frame_ms, p95', quantile(took, 0.95), 'ms')
      }
      await page.close()
    }
    for (const one of Object.values(cases)) results.compare(one, PEER)
  } finally {
    await pages.close()
  }
}
