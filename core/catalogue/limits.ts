import { CONNECTION_LIMITS } from './connection-limits.ts'
import { DAY_MS, HOUR_MS, HOUR_S, MINUTE_MS } from './durations.ts'

const KB = 1024
const MB = 1024 * KB

/** The product's numbers, each read by what enforces it. The unit is in the name; a name without one counts things. Lengths count characters. */
export const LIMITS = {
  ...CONNECTION_LIMITS,
  /** How long a signed request is valid, in its TTL header. */
  signatureTtlS: 60,

  toastFadeMs: 400,
  delayedExecuteMs: 250,

  groupName: 10,
  groupRemarks: 120,
  deviceListField: 30,
  deviceTag: 24,
  deviceTags: 10,
  deviceRemarks: 200,
  modelName: 20,
  pictureName: 20,
  nickname: 10,
  fullName: 64,
  companyName: 30,
  genericName: 32,
  description: 200,
  classificationName: 10,
  passwordMin: 6,
  password: 11,
  /** For tenants that set a stronger rule. */
  strongPassword: 128,
  phoneDigits: 11,
  flowCardDigitsMin: 18,

  imageBytes: MB,
  /** Logos and favicons. */
  smallImageBytes: 100 * KB,
  loginBackgroundBytes: 2 * MB,
  productName: 30,
  signInText: 100,
  /** Of one kind, of an organisation: each stands in the policy of each of its pages. */
  allowedHosts: 20,
  menuItemName: 15,
  /** Of an organisation's own menu, those in its groups too. */
  menuItems: 20,
  /** Roles that one of them is for. */
  menuItemRoles: 50,
  /** Scene pictures of all devices of an organisation, also of deregistered ones while they are kept. */
  devicePicturesBytes: 512 * MB,
  importBytes: 20 * MB,
  /** Of a file of devices. */
  importRows: 10_000,
  importColumns: 60,
  /** A screen with all that it uses, unpacked. */
  screenFileBytes: 100 * MB,
  /** Characters of one cell of a table that somebody sends. */
  fileCell: 4096,
  /** Characters of all formulas of one virtual device. */
  deviceFormulas: 60_000,
  /** Words of one enum, and characters of each. */
  enumWords: 200,
  enumWord: 64,
  /**
   * Characters of the words of all enums of one template, as JSON: 17 enums of 200 words with 40 characters. A device may have
   * twice as many, since points of the template that it had before stay with it.
   */
  enumTexts: 256 * KB,
  /** Bytes of the words of all enums of all devices of an organisation: 2.6 KB of each of 100,000. */
  enumBytes: 256 * MB,

  flickerMinS: 0.01,
  flickerMaxS: 1000,
  flickerDefaultS: 0.5,
  controlStatesMin: 2,
  controlStates: 255,
  flowAnimationMs: 1000,
  controlsPerScreen: 5000,
  dashboardName: 64,
  dashboardComponents: 100,
  dashboardVariables: 10,
  variableOptions: 50,
  variableValue: 64,
  /** Of the document of a dashboard. */
  dashboardBytes: MB,
  /** Of an organisation: each is read with the list. */
  dashboards: 500,
  dashboardFolders: 50,
  /** Of the widest grid that components of a dashboard stand in, a container's or a tablet's. */
  containerColumns: 8,
  /** A viewport that shrinks by this much has a keyboard on it. */
  keyboardMinPx: 150,
  keyboardMaxPx: 400,
  /** Seconds between two that rotate. */
  carouselMinS: 3,
  carouselMaxS: HOUR_S,

  permissionItemsPerTemplate: 15,
  deviceSharees: 10,
  /** SNs that are entered on the list of those that may connect, at once. */
  awaitedSnsAtOnce: 100,

  /** History, writes to devices and the audit are kept for so long; no curve, measure or count reaches further back. */
  historyDays: 400,
  /** Of alarms counted by the hour. */
  hourlyDays: 32,
  exportRows: 5000,

  /**
   * Points of all devices of an organisation, those that are only offered too: 25,000 devices that report some 40 values each, or
   * the 100,000 that it may have with 10. A device may think of 1,000 names, and 25,000 of them of 25 times as many as they need.
   */
  points: 1_000_000,
  /** Characters of the newest values of an organisation's points that are texts: 335 of each of 100,000 devices. */
  newestTexts: 32 * MB,
  /** Alarm rules of all devices of an organisation, those of their templates counted at each: as many as it has points. */
  rulesAtDevices: 1_000_000,
  /** Bytes of the texts of all alarm rules of an organisation: 650 of each of 50,000. */
  ruleTextBytes: 32 * MB,
  /** Of curves that one user saved, of all devices: the oldest go. */
  savedRanges: 200,
  alarmsKept: 2000,
  alarmsDroppedAtOnce: 200,
  /** In times of the alarms that an organisation keeps: so many that recovered wait to be confirmed at most. */
  unconfirmedKept: 10,
  /**
   * Samples, with 100 bytes for the row of each hour of a point. A reading a minute takes 134 bytes an hour, and so 234: 400
   * days of 90 points.
   */
  historyBytes: 200 * MB,
  /**
   * Roll-ups, of which curves over years are drawn, with 130 bytes for the row of each hour of a point. A reading a minute
   * takes 125 bytes an hour, and so 255: ten years, as long as roll-ups are kept, of 760 points, which is eight times the
   * points whose samples last.
   */
  rollupBytes: 16 * 1024 * MB,
  historyRowsDroppedAtOnce: 1000,
  /**
   * Bytes of an organisation's samples in memory that are in no minute of the history yet: four million numbers, which is more
   * than it sends in two minutes. Beyond that its messages wait.
   */
  openBytes: 128 * MB,
  /** Minutes of an organisation's past that are in no hour of the history yet: those of 35 devices of 100 points after a day. */
  lateMinutes: 5_000_000,

  /** A reading from further ahead than this is refused. */
  readingAheadMs: 5 * MINUTE_MS,
  /** Clocks differ a little: a value with a time further ahead than this is uncertain. */
  clockLeadMs: 10_000,
  /** How far the times of readings that come without one may run ahead: a point has one value a millisecond. */
  arrivalAheadMs: 60_000,
  commandTimeoutMs: 10_000,
  /** A device acknowledges a command within this part of its time, or its connection ends, so that nothing comes later. */
  commandReceipt: 0.9,
  /** Between selecting and confirming a two-step write. */
  writeConfirmMs: 30_000,
  gpsStopMs: 5 * MINUTE_MS,
  /** Devices that one answer of the map holds. */
  mapDevices: 20_000,
  /** Areas on the map, of an organisation, and what each is drawn of. */
  geofences: 500,
  geofenceName: 32,
  geofenceCorners: 100,
  geofenceRadiusMinM: 10,
  geofenceRadiusM: 500_000,
  /** So far beyond its edge a device must be before it counts as outside, where nobody says otherwise. */
  geofenceBandM: 20,

  alarmLevelMin: 1,
  alarmLevelMax: 5,
  /** A device with an open alarm of this level or above is faulty. */
  faultyFromLevel: 4,
  shelveMaxMs: DAY_MS,
  /** What is out of service comes back by itself: a season, or whatever a plant stands still for. */
  outOfServiceMaxMs: 366 * DAY_MS,
  chatterAlarms: 3,
  chatterWindowMs: 60_000,
  floodAlarms: 10,
  floodWindowMs: 10 * MINUTE_MS,

  shiftEntryBody: 2000,
  /** Of one entry: each keeps what it said before. */
  shiftCorrections: 5,
  /** How long whoever wrote an entry may correct it: a shift. */
  shiftMs: 8 * HOUR_MS,
  /** Of one organisation; older ones go, and those that are older than the history. */
  shiftEntries: 20_000,

  loginPuzzleTtlMs: 2 * MINUTE_MS,
  graphicCodeAfter: 3,
  lockAfter: 10,
  lockMs: 15 * MINUTE_MS,
  /** Codes by SMS and e-mail. */
  codeResendS: 60,
  codeMs: 10 * MINUTE_MS,
  codeTries: 5,
  /** For one purpose. */
  codesAnAddressADay: 10,
  /** Of these, of one network, or of one signed-in user: nobody uses up what its owner asks for from elsewhere. */
  codesAnAskerADay: 3,
  codesANetworkADay: 200,

  noticeTitle: 64,
  noticeBody: 2000,
  /** Of one user. */
  noticesADay: 200,
  noticesUnsent: 200,
  /** Of one organisation. */
  bulletins: 500,
  /** Messages are kept so long; deleted ones a day, for who wants them back. */
  messageDays: 365,
  /** Unread messages are counted up to this: they are counted all the time, and nobody reads more. */
  unreadCounted: 1000,
  removedMessageMs: DAY_MS,
  /** System messages that a user keeps, the newest: no more unread ones are counted, and who has more of them reads alarms in their list. */
  systemMessages: 1000,
  /** What one user opened last, and has for favourites, and both together. */
  recentFinds: 10,
  favouriteFinds: 30,
  knownFinds: 40,
  /** Users are warned of a quota that is used up to this percentage. */
  quotaNear: 90,
} as const

/** The sizes that a list can be paged by. */
export const PAGE_SIZES = [10, 20, 50, 100] as const
export const PAGE_SIZE_DEFAULT = 20
export const DEFAULT_LANGUAGE = 'zh'
/** 1 (notice) to 5 (critical). */
export const ALARM_LEVELS = [1, 2, 3, 4, 5] as const
