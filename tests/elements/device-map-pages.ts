import type { DevicePlace } from '../../core/contract/device.ts'
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

export const mapAnswers: Answers = {
  [MAP]: () => ({
    rows: [placed(), placed({ sn_code: 'P2', dev_alias: 'Pump 2', dev_state: 3, lat: 30.2, lng: 120.1 }), nowhere()],
    total: 3,
  }),
  'GET /dev/basic': ({ query }) => pump({ sn_code: query.get('sn_code') ?? '', has_screen: true }),
  'GET /yun/dev/group': () => [],
}

const again = pushed('alarms', { type: 'alarm', alarm: alarm() })

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
    {
      shape: 'with a device being placed',
      answers: mapAnswers,
      reach: seen(['.place-row:nth-child(3)', '.place-card-actions .button-secondary'], '.place-fields'),
    },
  ],
}
