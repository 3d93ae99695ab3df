import * as z from 'zod/mini'
import { DAY_S } from '../catalogue/durations.ts'
import { LIMITS } from '../catalogue/limits.ts'
import { DEVICE_PAGES, DEVICE_READERS } from '../catalogue/readers.ts'
import { deviceFilters, whichDevices } from './device-filters.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { Line } from './plain-text.ts'
import { RegionCodeOrNone } from './region.ts'
import { byKey, DevState, PointKey, Quality, rowOf, SnCode, Value } from './telemetry.ts'

export type { DevState }

/** How a device was in a range of time, in ms. */
export const DeviceStates = z.object({
  /** `[from, to, dev_state]`, oldest first, one after the other; 0 where nobody knows, as no server ran. */
  spans: z.array(rowOf<[from: number, to: number, dev_state: number]>(z.int(), 3)),
  online: z.int(),
  offline: z.int(),
  faulty: z.int(),
  unknown: z.int(),
})
export type DeviceStates = z.infer<typeof DeviceStates>

export const DataType = z.enum(['number', 'boolean', 'string', 'enum'])
export type DataType = z.infer<typeof DataType>

/** What people call a thing: the blanks around it are not kept, and something else has to be there. */
const named = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest))
const words = (longest: number) => z.string().check(z.trim(), z.maxLength(longest))
/** Only a message shows whether an address works; this checks that there is something on both sides of the @. */
const EMAIL_OR_NOTHING = /^([^\s@]+@[^\s@.]+(\.[^\s@.]+)+)?$/

/** The word for each number of an enum, or for 0 and 1 of a boolean. */
const EnumText = byKey(z.object({ zh: words(LIMITS.enumWord), en: words(LIMITS.enumWord) })).check(
  z.refine((texts) => Object.keys(texts).length <= LIMITS.enumWords, `may have ${LIMITS.enumWords} words at most`),
  z.refine(
    (texts) => Object.keys(texts).every((key) => /^-?\d{1,10}$/.test(key)),
    'has a word for what is no whole number',
  ),
)

/** What a device may say of a point itself, over its template. `write_min`/`write_max` bound what may be written, in `unit`. */
export const pointFields = {
  name: named(32),
  name_en: z.nullable(words(64)),
  unit: z.nullable(z.string().check(z.maxLength(16))),
  decimals: z.nullable(z.int().check(z.minimum(0), z.maximum(9))),
  write_min: z.nullable(z.number()),
  write_max: z.nullable(z.number()),
}

/** A named value of a device. */
export const Point = z.object({
  key: PointKey,
  name: pointFields.name,
  name_en: z._default(pointFields.name_en, null),
  data_type: DataType,
  unit: z._default(pointFields.unit, null),
  decimals: z._default(pointFields.decimals, null),
  access: z._default(z.enum(['r', 'rw']), 'r'),
  write_min: z._default(pointFields.write_min, null),
  write_max: z._default(pointFields.write_max, null),
  enum_text: z._default(z.nullable(EnumText), null),
  keep_history: z._default(z.boolean(), true),
  /** A write is selected first and confirmed within 30 s. */
  two_step: z._default(z.boolean(), false),
})
export type Point = z.infer<typeof Point>

/** Characters of the words of all enums of some points, as JSON. */
export const enumLength = (points: Iterable<Pick<Point, 'enum_text'>>): number => {
  let length = 0
  for (const { enum_text } of points) if (enum_text) length += JSON.stringify(enum_text).length
  return length
}
/** Whoever has the points has all of the words: every device of a template. */
export const hasFewWords = z.refine<readonly Pick<Point, 'enum_text'>[]>(
  (points) => enumLength(points) <= LIMITS.enumTexts,
  `may have ${LIMITS.enumTexts} characters of words of enums at most`,
)

type WriteRange = Pick<Point, 'write_min' | 'write_max'>
/** What may be written reaches from less to more: a point of which no value fits could never be written. */
export const hasWriteRange = z.refine<WriteRange>(
  ({ write_min, write_max }) => write_min === null || write_max === null || write_min < write_max,
  { path: ['write_max'], params: { above: 'write_min' } },
)

/** Separated by commas where people write several. */
const Tag = Line(LIMITS.deviceTag).check(z.refine((tag) => !/[,，]/.test(tag), 'may not hold a comma'))
/** What people sort devices by, each once whatever the case. */
export const Tags = z.array(Tag).check(
  z.maxLength(LIMITS.deviceTags),
  z.overwrite((tags) => {
    const byKey = new Map(tags.map((tag) => [tag.toLowerCase(), tag]))
    return [...byKey.values()]
  }),
)

/** A device as lists show it. Times are epoch milliseconds, UTC. */
export const Device = z.object({
  sn_code: z.string(),
  dev_alias: z.string(),
  dev_model: z.string(),
  dev_state: DevState,
  group_id: z.nullable(z.int()),
  group_name: z.string(),
  /** Null without a template. */
  template_id: z._default(z.nullable(z.int()), null),
  module_name: z.nullable(z.string()),
  site_name: z.string(),
  site_address: z.string(),
  tags: z._default(z.array(z.string()), []),
  /** Changes with its scene picture; null where it has none. */
  picture_tag: z._default(z.nullable(z.string()), null),
  /** Where it stands, in the caller's language: a division of China, or the free text; '' for neither. */
  region: z._default(z.string(), ''),
  report_time: z.nullable(z.int()),
  report_interval_s: z.int(),
  /** Alarms that stand: neither recovered nor held. */
  open_alarms: z.int(),
  may_write: z.boolean(),
  /** The caller may change what it is called and where it stands. */
  may_edit: z._default(z.boolean(), false),
  /** The caller is an administrator, or registered it: it is the caller's to give away. */
  may_deregister: z._default(z.boolean(), false),
  may_share: z._default(z.boolean(), false),
  /** Who registered it; null where that is not known, or the user is gone: it is the administrators'. */
  registered_by: z._default(z.nullable(z.string()), null),
  /** Where the caller reaches it only because somebody shares it: who, and until when (null: as long as that lasts). */
  shared: z._default(z.nullable(z.object({ by_name: z.string(), until_time: z.nullable(z.int()) })), null),
  /** Composed of points of other devices: nothing connects as it, and nothing is written to it. */
  is_virtual: z._default(z.boolean(), false),
  /** Neither has it signed in since it was registered, nor reported: until then its registration does not hold the SN. */
  is_awaited: z._default(z.boolean(), false),
})
export type Device = z.infer<typeof Device>

/** A device as its own page shows it. */
export const DeviceDetail = z.extend(Device, {
  deployment_address: z.string(),
  contact_name: z.string(),
  contact_phone: z.string(),
  contact_email: z.string(),
  card_no: z.nullable(z.string()),
  /** The smallest division of China that is known, by its code of six digits; '' for none. The three beside it are those above and it. */
  region_code: z._default(z.string(), ''),
  province_code: z._default(z.string(), ''),
  city_code: z._default(z.string(), ''),
  area_code: z._default(z.string(), ''),
  /** Where it stands elsewhere. */
  region_text: z._default(z.string(), ''),
  remarks: z._default(z.string(), ''),
  /** Where it was placed by hand, WGS-84; null where it was not. */
  lat: z._default(z.nullable(z.number()), null),
  lng: z._default(z.nullable(z.number()), null),
  back_end_version: z.nullable(z.string()),
  registered_time: z.int(),
  /** `access` is the caller's: `r` also where the template asks for a permission item that the caller does not hold. */
  points: z.array(Point),
  /** Points that lists and choices leave out; screens that bind them show them. */
  hidden_points: z._default(z.array(Point), []),
  /** Points that the device reports and nobody added yet. */
  offered: z.array(z.object({ key: z.string(), data_type: DataType })),
  /** Whether there may be open alarms: where there are none, nobody need ask for them. */
  has_alarms: z._default(z.boolean(), true),
  /** Its template has a published screen, which the caller may watch. */
  has_screen: z._default(z.boolean(), false),
  /** Keys of points for which its template asks for a permission item that the caller does not hold. */
  closed: z._default(z.array(z.string()), []),
  /** Keys of its own points that its template has with another type: the device's own stand, with their history. */
  conflicts: z._default(z.array(z.string()), []),
})
export type DeviceDetail = z.infer<typeof DeviceDetail>

/** A device on the map, WGS-84. Its own position counts before that which somebody gave it. */
export const DevicePlace = z.object({
  sn_code: z.string(),
  dev_alias: z.string(),
  dev_state: DevState,
  /** Alarms that stand, and the highest level of them, 0 for none. */
  open_alarms: z.int(),
  alarm_level: z.int(),
  /** Null where nobody knows it. */
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  /** Degrees from north. */
  heading: z.nullable(z.number()),
  /** km/h */
  speed: z.nullable(z.number()),
  /** When it reported its position; null for one that somebody gave it. */
  place_time: z.nullable(z.int()),
  report_interval_s: z.int(),
  may_edit: z.boolean(),
})
export type DevicePlace = z.infer<typeof DevicePlace>

/** How often a device reports, in seconds. */
export const ReportInterval = z.int().check(z.minimum(1), z.maximum(DAY_S))

/** What people say of a device; lengths of the spec's part 5. */
const describing = {
  dev_alias: Line(LIMITS.deviceListField),
  dev_model: z.optional(Line(LIMITS.modelName, 0)),
  group_id: z.optional(z.int()),
  report_interval_s: z.optional(ReportInterval),
  tags: z.optional(Tags),
  site_name: z.optional(Line(32, 0)),
  site_address: z.optional(Line(120, 0)),
  deployment_address: z.optional(Line(120, 0)),
  contact_name: z.optional(Line(32, 0)),
  contact_phone: z.optional(Line(32, 0)),
  contact_email: z.optional(z.string().check(z.trim(), z.maxLength(64), z.regex(EMAIL_OR_NOTHING))),
  region_code: z.optional(RegionCodeOrNone),
  region_text: z.optional(Line(64, 0)),
  remarks: z.optional(Line(LIMITS.deviceRemarks, 0)),
  /** Null takes it away. */
  card_no: z.optional(z.nullable(z.string().check(z.regex(new RegExp(`^\\d{${LIMITS.flowCardDigitsMin},32}$`))))),
}

const Latitude = z.number().check(z.minimum(-90), z.maximum(90))
const Longitude = z.number().check(z.minimum(-180), z.maximum(180))

const edited = {
  ...describing,
  dev_alias: z.optional(describing.dev_alias),
  /** Where it stands, WGS-84; both or neither, and null for nowhere. */
  lat: z.optional(z.nullable(Latitude)),
  lng: z.optional(z.nullable(Longitude)),
}
type Placed = { lat?: number | null | undefined; lng?: number | null | undefined }
const isPlacedWhole = z.refine<Placed>(({ lat, lng }) => ((lat ?? null) === null) === ((lng ?? null) === null), {
  path: ['lng'],
})

export const NewDevice = z.object({
  ...describing,
  sn_code: SnCode,
  password: z.string().check(z.minLength(LIMITS.passwordMin), z.maxLength(LIMITS.strongPassword)),
  template_id: z.optional(z.int()),
})
export type NewDevice = z.infer<typeof NewDevice>

/** `is_listed`: on the list until it has connected, since another organisation awaits the same SN. */
const Registered = z.object({ sn_code: z.string(), is_listed: z.optional(z.boolean()) })

export const DeviceGroup = z.object({
  group_id: z.int(),
  parent_id: z.nullable(z.int()),
  group_name: z.string(),
  is_default: z.boolean(),
  device_count: z.int(),
})
export type DeviceGroup = z.infer<typeof DeviceGroup>

/** What a device went through, in the order in which the logs offer it. */
export const DEVICE_LOG_KINDS = [
  'connected',
  'disconnected',
  'refused',
  'message',
  'registered',
  'deregistered',
  'restored',
  'upgrade',
  'vpn',
] as const

/** One line of a device's log. `detail` differs by kind and is shown as text. */
export const DeviceLogLine = z.object({
  log_id: z.int(),
  log_time: z.int(),
  kind: z.enum(DEVICE_LOG_KINDS),
  detail: byKey(z.unknown()),
})
export type DeviceLogLine = z.infer<typeof DeviceLogLine>

/** The newest value of a point. */
export const Reading = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.nullable(z.string()),
  value: Value,
  quality: Quality,
  data_time: z.nullable(z.int()),
})
export type Reading = z.infer<typeof Reading>

const bySn = z.object({ sn_code: SnCode })

/** Where devices connect by MQTT. */
export const BrokerAddress = z.object({
  scheme: z.enum(['mqtt', 'mqtts', 'ws', 'wss']),
  /** Null: the host that the console is opened by. */
  host: z.nullable(z.string()),
  port: z.int(),
  /** Only devices and programs on the server's own machine reach it. */
  is_local: z.boolean(),
})
export type BrokerAddress = z.infer<typeof BrokerAddress>

export const device = {
  list: endpoint({
    method: 'GET',
    path: '/dev',
    needs: DEVICE_READERS,
    summary: 'Devices that the caller may see, filtered and paged.',
    input: z.object({
      ...Paging,
      ...deviceFilters,
    }),
    output: pageOf(Device),
  }),
  map: endpoint({
    method: 'GET',
    path: '/dev/map',
    also: ['/yun/dev/gps'],
    needs: ['P34000'],
    summary:
      'Where devices are: as they report it by their points `lat` and `lng` (WGS-84; with `speed` and `heading`), else ' +
      'where somebody placed them. Those that are nowhere stand at the end; of more than 20,000 the first are answered.',
    input: z.object(whichDevices),
    output: z.object({ rows: z.array(DevicePlace), total: z.int() }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/dev/counts',
    needs: DEVICE_PAGES,
    summary: 'How many devices are online, offline and faulty.',
    input: Nothing,
    output: z.object({ online: z.int(), offline: z.int(), faulty: z.int(), unregistered: z.int() }),
  }),
  broker: endpoint({
    method: 'GET',
    path: '/dev/broker',
    needs: ['P30100'],
    summary: 'Where a device connects by MQTT before it is registered.',
    input: Nothing,
    output: BrokerAddress,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/dev/basic',
    needs: DEVICE_READERS,
    summary: 'One device with its points. Its contact and card are for those who may open pages of devices.',
    input: bySn,
    output: DeviceDetail,
    refusals: ['110509'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/dev',
    needs: ['P30100'],
    summary:
      'Creates a device before it connects. Until it signs in (30 days), other organisations may claim its SN with other ' +
      'passwords, which lists it (`is_listed`): the first that signs in decides. With `PROVISIONING=list` for administrators.',
    input: NewDevice,
    output: Registered,
    refusals: ['100015', '100019', '110528', '110534', '110551', '112002'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/dev/basic',
    needs: ['P30200'],
    summary:
      'Changes what a device is called and where it stands: the fields that are sent. Where `was` says what one of them was ' +
      'before, it is refused at that field (100027) when somebody else has changed it since.',
    input: z.object({ ...edited, was: z.optional(z.object(edited)), sn_code: SnCode }).check(isPlacedWhole),
    output: DeviceDetail,
    refusals: ['100027', '110509', '110539', '110551', '112002', '118801'],
  }),
  renewPassword: endpoint({
    method: 'PUT',
    path: '/dev/password',
    needs: ['P30200'],
    summary:
      'Makes a new password for a device and shows it, this once. The old one ends at once, and with it the connections ' +
      'that were made with it.',
    input: bySn,
    output: z.object({ sn_code: z.string(), password: z.string() }),
    refusals: ['110509', '110539'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/dev/register',
    needs: ['P30100'],
    summary: 'Takes over a device that has connected and is nobody’s. One that another organisation awaits is listed.',
    input: z.object({
      sn_code: SnCode,
      password: z.string().check(z.minLength(1), z.maxLength(LIMITS.strongPassword)),
      dev_alias: Line(LIMITS.deviceListField),
      group_id: z.optional(z.int()),
      template_id: z.optional(z.int()),
    }),
    output: Registered,
    refusals: ['100019', '110528', '110534', '112002'],
  }),
  groups: endpoint({
    method: 'GET',
    path: '/yun/dev/group',
    needs: [...DEVICE_READERS, 'P42000'],
    summary: 'Device groups that the caller may see, with how many devices each holds.',
    input: Nothing,
    output: z.array(DeviceGroup),
  }),
  addPoints: endpoint({
    method: 'POST',
    path: '/dev/points',
    needs: ['P30200'],
    summary: 'Adds points that a device reports to what it shows.',
    input: z.object({
      sn_code: SnCode,
      points: z.array(Point.check(hasWriteRange)).check(z.minLength(1), z.maxLength(1000), hasFewWords),
    }),
    output: DeviceDetail,
    refusals: ['110509', '110539'],
  }),
  takeTemplatePoint: endpoint({
    method: 'PUT',
    path: '/dev/points/template',
    needs: ['P30200'],
    summary:
      "Replaces a device's own point by its template's of the same key, where that has another type. " +
      'The history of the own point is deleted: it has another type.',
    input: z.object({ sn_code: SnCode, key: PointKey }),
    output: DeviceDetail,
    refusals: ['110509', '110539'],
  }),
  log: endpoint({
    method: 'GET',
    path: '/dev/log',
    needs: DEVICE_PAGES,
    summary: "A device's log: connects, disconnects, refused messages, its own lines.",
    input: z.object({
      ...Paging,
      sn_code: SnCode,
      kind: z.optional(z.array(DeviceLogLine.shape.kind).check(z.maxLength(DEVICE_LOG_KINDS.length))),
      start: z.optional(z.int()),
      end: z.optional(z.int()),
    }),
    output: pageOf(DeviceLogLine),
    refusals: ['110509'],
  }),
  states: endpoint({
    method: 'GET',
    path: '/dev/states',
    needs: DEVICE_PAGES,
    summary:
      'In which states a device was, from when they are kept on; at most its newest 5,000 changes. What is to come is left out.',
    input: z.object({ sn_code: SnCode, start: z.int(), end: z.int() }),
    output: DeviceStates,
    refusals: ['110509', '110542'],
  }),
  readings: endpoint({
    method: 'GET',
    path: '/rDev',
    also: ['/yun/rDev'],
    needs: DEVICE_READERS,
    summary:
      'The newest value of every point of a device; for who may change the device, those of what it reports and nobody added yet, too.',
    input: bySn,
    output: z.object({
      sn_code: z.string(),
      dev_state: DevState,
      report_time: z.nullable(z.int()),
      values: z.array(Reading),
      offered: z._default(z.array(z.object({ key: z.string(), value: Value, data_time: z.nullable(z.int()) })), []),
    }),
    refusals: ['110509'],
  }),
  track: endpoint({
    method: 'GET',
    path: '/dev/gps/history',
    needs: [...DEVICE_PAGES, 'P34000'],
    summary:
      'Where a device was, WGS-84, oldest first, in at most 5,000 fixes of which none that was left out is farther than ' +
      '`tolerance_m` from the way at its time. Stops longer than 5 minutes are marked, and gaps: a silence of more than ' +
      '5 minutes and 3 report intervals, or a jump faster than 300 km/h.',
    input: z.object({ sn_code: SnCode, start: z.int(), end: z.int() }),
    output: z.object({
      /** `[data_time, lat, lng, speed km/h or null]` */
      fixes: z.array(
        rowOf<[data_time: number, latitude: number, longitude: number, speed: number | null]>(
          z.nullable(z.number()),
          4,
        ),
      ),
      stops: z.array(z.object({ lat: z.number(), lng: z.number(), start_time: z.int(), end_time: z.int() })),
      gaps: z._default(z.array(z.object({ start_time: z.int(), end_time: z.int() })), []),
      /** How many fixes there are in all. */
      of: z._default(z.int(), 0),
      tolerance_m: z._default(z.number(), 0),
    }),
    refusals: ['110509', '110542', '118807', '118901', '118902'],
  }),
}
