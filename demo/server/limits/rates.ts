import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/catalogue/durations.ts'
import { familiarOrganisation } from './familiar.ts'
import { type Budget, type Claim, openBudget, type Rate } from './limiter.ts'
import { siteOf } from './network-of.ts'

/**
 * How often something may happen, by whom: every rate of the server. One person behind an address that many share (NAT)
 * has a budget of his own wherever he is known: by a session, a guest token, or the key of a browser that has signed in.
 * `…OfSite` is for all networks of one site of IPv6 together: as much as four networks have; and for all familiar browsers
 * of one organisation, which makes as many users as it likes: as much as ten of them have.
 */
export const RATES = {
  /** Calls of one user, in all windows. */
  callsOfUser: { most: 1200, perMs: MINUTE_MS },
  /** Calls of one end user of a portal, from one network. */
  callsOfGuest: { most: 600, perMs: MINUTE_MS },
  /** Calls of all who opened one share link, or who look around as the experience user, from one network. */
  callsOfVisitor: { most: 300, perMs: MINUTE_MS },
  /** Calls of all end users of one embed key, or of all visitors of one share link. */
  callsOfKey: { most: 12_000, perMs: MINUTE_MS },
  callsOfOrganisation: { most: 30_000, perMs: MINUTE_MS },
  /** Bytes that an organisation sends to bulk calls: some 35 loads of 200,000 samples, each a quarter of a second of the event loop. */
  bulkOfOrganisation: { most: 150_000_000, perMs: MINUTE_MS },
  /**
   * Requests of any kind, also for files, nothing or with a wrong token, of one familiar browser or one network: 200 a
   * second, as many as 100 people who load the console make together, and no more at once than are answered in half a second.
   */
  requests: { most: 3000, perMs: 15 * SECOND_MS },
  requestsOfSite: { most: 4 * 3000, perMs: 15 * SECOND_MS },
  /** Of calls beyond the limit, those that get an answer; the connections of the others end. */
  refusals: { most: 300, perMs: MINUTE_MS },
  refusalsOfSite: { most: 4 * 300, perMs: MINUTE_MS },
  /** Calls that need no token, of one familiar browser or one network: each page asks for the time every 10 s. */
  publicCalls: { most: 3000, perMs: MINUTE_MS },
  publicCallsOfSite: { most: 4 * 3000, perMs: MINUTE_MS },
  /** Tokens and signatures of sessions that there are not, of one familiar browser or one network. */
  wrongTokens: { most: 600, perMs: MINUTE_MS },
  wrongTokensOfSite: { most: 4 * 600, perMs: MINUTE_MS },
  /** Puzzles and graphic codes, of one familiar browser or one network. Drawing one takes a thread about 8 ms. */
  pictures: { most: 60, perMs: MINUTE_MS },
  picturesOfSite: { most: 4 * 60, perMs: MINUTE_MS },
  /** Openings of share links, from one network. */
  shareOpenings: { most: 60, perMs: MINUTE_MS },
  shareOpeningsOfSite: { most: 4 * 60, perMs: MINUTE_MS },
  /** Openings of one link by everybody. */
  openingsOfLink: { most: 600, perMs: MINUTE_MS },
  /** Accounts with an organisation of their own, from one network. */
  registrations: { most: 20, perMs: DAY_MS },
  registrationsOfSite: { most: 4 * 20, perMs: DAY_MS },
  /** Codes by SMS and e-mail to all addresses that are new together: what a flood of numbers may cost. */
  codesToUnknown: { most: 700, perMs: DAY_MS },
  /** Further ones for networks that have requested few: a flood from a few networks leaves them to everybody else. */
  codesToNewcomers: { most: 300, perMs: DAY_MS },
  newcomerCodes: { most: 5, perMs: DAY_MS },
  /** Codes by which one signed-in user, and all of one organisation, confirm phones and addresses. */
  bindingCodesOfUser: { most: 20, perMs: DAY_MS },
  bindingCodesOfOrganisation: { most: 200, perMs: DAY_MS },
  /** The same for new passwords of accounts that there are, of all and of one organisation. */
  codesToAccounts: { most: 1000, perMs: DAY_MS },
  accountCodesOfOrganisation: { most: 100, perMs: DAY_MS },
  /** Further ones for organisations that have requested few: the users that some make leave them to everybody else. */
  codesToFewAccounts: { most: 1000, perMs: DAY_MS },
  fewAccountCodes: { most: 5, perMs: DAY_MS },
  /** Alarms that one user, and all of an organisation, confirm, shelve, note and the like: each act stays in the alarm's events. */
  alarmActs: { most: 20_000, perMs: HOUR_MS },
  alarmActsOfOrganisation: { most: 40_000, perMs: HOUR_MS },
  /** Devices and users that one user changes many at a time: each is a line of the audit, which has a bound. */
  manyChanges: { most: 50_000, perMs: HOUR_MS },
  /** Writes to devices of one user or end user, and of all of an organisation: each is kept for 400 days, with both values. */
  writes: { most: 600, perMs: MINUTE_MS },
  writesOfOrganisation: { most: 1200, perMs: MINUTE_MS },
  /** Places whose weather one user, guest or visitor asks for. */
  weather: { most: 20, perMs: MINUTE_MS },
  weatherOfOrganisation: { most: 60, perMs: MINUTE_MS },
  weatherInAll: { most: 300, perMs: MINUTE_MS },
  /** Bytes of the gallery for one end user of a portal, or one visitor, and for all of one embed key or share link. */
  galleryOfGuest: { most: 600_000_000, perMs: MINUTE_MS },
  galleryOfKey: { most: 3_000_000_000, perMs: MINUTE_MS },
  /** Hours of points that one of them replays: three of the longest replays. */
  replayOfGuest: { most: 36_000, perMs: MINUTE_MS },
  /**
   * Hours of points that one organisation loads: each is two rows of the history, 240 bytes, however few its samples. Data of
   * each minute has 60 samples in an hour: 36 million at once, and 600,000 a minute.
   */
  hoursLoaded: { most: 600_000, perMs: HOUR_MS },
  /** Frames of one socket. A frame counts once more for every 40 channels that it names, or 2,048 characters. */
  framesOfSocket: { most: 50, perMs: SECOND_MS },
  /** The same for all sockets of one user, one end user of a portal or one visitor, and of one organisation, however often they are opened anew. */
  framesOfUser: { most: 1500, perMs: 15 * SECOND_MS },
  framesOfOrganisation: { most: 15_000, perMs: 15 * SECOND_MS },
  /** Sockets that one network opens: as many as 100 people have windows, within a few seconds. */
  sockets: { most: 1500, perMs: 15 * SECOND_MS },
  socketsOfSite: { most: 4 * 1500, perMs: 15 * SECOND_MS },
} as const satisfies Record<string, Rate>

export type Budgets = { readonly [K in keyof typeof RATES]: Budget }

type CountedBySite =
  | 'requests'
  | 'refusals'
  | 'publicCalls'
  | 'wrongTokens'
  | 'pictures'
  | 'shareOpenings'
  | 'registrations'
  | 'sockets'
/** The budgets of this rate: a network's, and its site's. */
export type NetworkBudgets<Name extends CountedBySite> = Pick<Budgets, Name | `${Name}OfSite`>

/** What an organisation's browsers use up of a site's budget: ten of them have all that four networks have. */
const SHARE_OF_BROWSER = 0.4

/**
 * What one network, or one familiar browser, uses up, `cost` at once: of its own, and of its site where it is a network of
 * IPv6, of its organisation where it is a browser.
 */
export function claimsFrom<Name extends CountedBySite>(
  budgets: NetworkBudgets<Name>,
  name: Name,
  from: string,
  cost = 1,
): Claim[] {
  const own: Claim = [budgets[name], from, cost]
  const ofSite = budgets[`${name}OfSite`]
  const site = siteOf(from)
  if (site !== null) return [own, [ofSite, site, cost]]
  const organisation = familiarOrganisation(from)
  return organisation === null ? [own] : [own, [ofSite, organisation, cost * SHARE_OF_BROWSER]]
}

/** What one network uses up of a budget that has all networks: of its own, and of its site's, which has as much as four. */
export function claimsOfNetwork(budget: Budget, network: string): Claim[] {
  const site = siteOf(network)
  return [[budget, network], ...(site === null ? [] : [[budget, site, 1 / 4] as const])]
}

/** The budgets of a server; `factor` times the rates. */
export const openBudgets = (factor: number, now?: () => number): Budgets =>
  Object.fromEntries(
    Object.entries(RATES).map(([name, { most, perMs }]) => [name, openBudget({ most: most * factor, perMs }, now)]),
  ) as Budgets
