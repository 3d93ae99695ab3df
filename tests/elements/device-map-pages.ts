import type { DevicePlace } from '../../core/contract/device.ts'
import type { Geofence } from '../../core/contract/geofence.ts'
import { type Page, pushed, seen } from './axe-page.ts'
import { type Answers, alarm, pump } from './played-server.ts'

export const placed = (more: Partial<DevicePlace> = {}): DevicePlace => ({
  sn_code: 'P1',
  dev_alias: 'Pump 1',
  dev_state: 1,
  open_alarms: 0,
  alarm_level: 0,
  lat: 31.23,
  lng: 121.47,
  heading: 90,
  speed: 40,
  place_time: Date.now(),
  report_interval_s: 60,
  may_edit: true,
  ...more,
})
export const nowhere = (more: Partial<DevicePlace> = {}): DevicePlace =>
  placed({
    sn_code: 'P3',
    dev_alias: 'Pump 3',
    lat: null,
    lng: null,
    heading: null,
    speed: null,
    place_time: null,
    ...more,
  })

export const MAP = 'GET /dev/map'
export const FENCES = 'GET /dev/fences'

export const fence = (more: Partial<Geofence> = {}): Geofence => ({
  fence_id: 1,
  fence_name: 'Depot',
  group_id: null,
  corners: [{ lat: 31, lng: 121 }],
  radius_m: 40_000,
  version: 1,
  may_edit: true,
  rule_count: 0,
  rules: [],
  ...more,
})
const yard = fence({
  fence_id: 2,
  fence_name: 'Yard',
  corners: [
    { lat: 30, lng: 120 },
    { lat: 30, lng: 120.5 },
    { lat: 30.5, lng: 120.2 },
  ],
  radius_m: null,
  rule_count: 2,
  rules: [{ owner: 'Trucks', alarm_name: '离场', alarm_name_en: 'Away' }],
})

export const mapAnswers: Answers = {
  [MAP]: () => ({
    rows: [placed(), placed({ sn_code: 'P2', dev_alias: 'Pump 2', dev_state: 3, lat: 30.2, lng: 120.1 }), nowhere()],
    total: 3,
  }),
  'GET /dev/basic': ({ query }) => pump({ sn_code: query.get('sn_code') ?? '', has_screen: true }),
  'GET /yun/dev/group': () => [],
  [FENCES]: () => [fence(), yard],
}

const again = pushed('alarms', { type: 'alarm', alarm: alarm() })

/** The last of the map's own buttons. */
const GEOFENCES = '.places-tools button:last-of-type'

export const DEVICE_MAP_PAGES: Record<string, readonly Page[]> = {
  'sg-device-map': [
    {
      answers: mapAnswers,
      list: {
        file: 'screens/device-map/DeviceMap.tsx',
        call: MAP,
        hasSearch: true,
        row: '.place-row',
        isWhole: true,
        again,
      },
      reach: seen([], '.place-row'),
    },
    { shape: 'with a device chosen', answers: mapAnswers, reach: seen(['.place-row'], '.place-card .facts') },
    { shape: 'with its geofences', answers: mapAnswers, reach: seen([GEOFENCES], '.fence-row') },
    {
      shape: 'with a geofence being drawn',
      answers: mapAnswers,
      reach: seen([GEOFENCES, '.fence-row:nth-child(2) button:nth-of-type(2)'], '.send-form textarea'),
    },
    {
      shape: 'with a device being placed',
      answers: mapAnswers,
      reach: seen(['.place-row:nth-child(3)', '.place-card-actions .button-secondary'], '.place-fields'),
    },
  ],
}
