import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { FileReply, UploadedFile } from './file.ts'
import { Line } from './plain-text.ts'
import { TimeZone } from './time-zone.ts'
import { WeekStart } from './week-start.ts'

const Colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/))
/** Random: who has it was shown the picture. */
const PictureId = z.string().check(z.regex(/^[\w-]{22}$/))
/** An origin of https, exact: it stands in the console's Content-Security-Policy as it is here. */
const ORIGIN = /^https:\/\/[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}(:[1-9]\d{0,4})?$/
export const isOrigin = (text: string) => ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text
export const HttpsOrigin = z.string().check(z.maxLength(200), z.refine(isOrigin))
const Hosts = z.array(HttpsOrigin).check(z.maxLength(LIMITS.allowedHosts))

export const PICTURE_KINDS = ['logo', 'logo_dark', 'favicon', 'background'] as const
export const PictureKind = z.enum(PICTURE_KINDS)
export type PictureKind = z.infer<typeof PictureKind>

/** What whoever opens the sign-in page sees of an organisation. */
const shownToAll = {
  /** In the place of the product's name; '' for that. */
  product_name: Line(LIMITS.productName, 0),
  /** Behind the page's name in the browser's tab; '' for the product's name. */
  title: Line(LIMITS.productName, 0),
  /** On the sign-in page below its title; '' for the product's own line. */
  sign_in_text: Line(LIMITS.signInText, 0),
  /** At the foot of the sign-in page, as the number of its record with the authorities. */
  footer: Line(LIMITS.signInText, 0),
  logo: z.nullable(PictureId),
  /** For dark themes; null for the same logo. */
  logo_dark: z.nullable(PictureId),
  favicon: z.nullable(PictureId),
  /** Behind the form of the sign-in page. */
  background: z.nullable(PictureId),
  /** Of buttons and links, in the light theme; the dark one has it lighter, the high-performance one not. Null for the product's. */
  accent: z.nullable(Colour),
  /** Language and theme of who has chosen none; null for those of the browser. */
  language: z.nullable(z.enum(['zh', 'en'])),
  theme: z.nullable(z.enum(['auto', 'light', 'dark', 'hp'])),
}

/** The outline that comes with the product; pictures, or shapes (MVT), a tile each; or a file of either, of which parts are read (PMTiles). */
const MAP_KINDS = ['outline', 'raster', 'vector', 'pmtiles'] as const
export type MapKind = (typeof MAP_KINDS)[number]

/** What maps are drawn on. */
const mapSource = {
  map_kind: z._default(z.enum(MAP_KINDS), 'outline'),
  /** `https://host/{z}/{x}/{y}.png`, `https://host/map.pmtiles`, or a path of this server. Its host stands in the console's policy. */
  map_url: z._default(z.string().check(z.maxLength(300)), ''),
  /** Whose the map is, shown on it. */
  map_attribution: z._default(Line(120, 0), ''),
  /** The number by which a map is approved in China (审图号), shown beside it. */
  map_approval: z._default(Line(40, 0), ''),
  /** Coordinates of the tiles; places are WGS-84 always. */
  map_crs: z._default(z.enum(['wgs84', 'gcj02']), 'wgs84'),
}

const shownInside = {
  ...shownToAll,
  ...mapSource,
  palette: z.enum(['blue', 'orange', 'green', 'own']),
  /** Ten, in the order in which curves take them, where the palette is `own`. */
  own_colours: z.array(Colour).check(z.maxLength(10)),
}

export const PublicBrand = z.object(shownToAll)
export type PublicBrand = z.infer<typeof PublicBrand>

/** What the console of a signed-in user follows. `policy` names the hosts that its page may show; null where there are none. */
export const Brand = z.object({ ...shownInside, policy: z.nullable(PictureId) })
export type Brand = z.infer<typeof Brand>

export const OrganisationSettings = z.object({
  ...shownInside,
  timezone: TimeZone,
  week_start: WeekStart,
  /** Whose videos and camera pictures, and whose web pages, screens show in the console. */
  media_hosts: Hosts,
  frame_hosts: Hosts,
})
export type OrganisationSettings = z.infer<typeof OrganisationSettings>

/** Those of an organisation that has saved none, but for its calendar. */
export const DEFAULT_SETTINGS: Omit<OrganisationSettings, 'timezone' | 'week_start'> = {
  product_name: '',
  title: '',
  sign_in_text: '',
  footer: '',
  logo: null,
  logo_dark: null,
  favicon: null,
  background: null,
  accent: null,
  language: null,
  theme: null,
  palette: 'blue',
  own_colours: [],
  map_kind: 'outline',
  map_url: '',
  map_attribution: '',
  map_approval: '',
  map_crs: 'wgs84',
  media_hosts: [],
  frame_hosts: [],
}

/** The settings as they were saved last, by whom and when; `version` 0 and null before the first time. */
export const KeptSettings = z.object({
  settings: OrganisationSettings,
  version: z.int(),
  changed_time: z.nullable(z.int()),
  changed_by: z.string(),
  /** Host names whose sign-in page is the organisation's, as whoever runs the server has set; `*` for all others. */
  sign_in_hosts: z.array(z.string()),
  /** Maps in one file (PMTiles) that this server has at `/maps/`: the first 100 by name. */
  map_files: z._default(z.array(z.string()), []),
})
export type KeptSettings = z.infer<typeof KeptSettings>

export const UploadedPicture = z.object({
  picture_id: PictureId,
  mime: z.string(),
  /** px; null for an SVG without a size. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  bytes: z.int(),
})
export type UploadedPicture = z.infer<typeof UploadedPicture>

/** A picture's address below the server's, for `src`. */
export const picturePath = (picture_id: string): string =>
  `/yun/individuation/picture?picture_id=${encodeURIComponent(picture_id)}`

export const organisationSettings = {
  publicBrand: endpoint({
    method: 'GET',
    path: '/yun/individuation',
    needs: 'public',
    summary:
      'How the sign-in page of the host that is asked looks: that of the organisation which has this host name, else the product’s own.',
    input: Nothing,
    output: PublicBrand,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/yun/individuation/picture',
    needs: 'public',
    reply: 'file',
    summary: 'A logo, favicon or background, by the random id that its organisation’s settings name.',
    input: z.object({ picture_id: PictureId }),
    output: FileReply,
    refusals: ['100002'],
  }),
  brand: endpoint({
    method: 'GET',
    path: '/yun/individuation/own',
    needs: 'session',
    beforeOwnPassword: true,
    summary: 'How the console of the signed-in user’s organisation looks.',
    input: Nothing,
    output: Brand,
  }),
  read: endpoint({
    method: 'GET',
    path: '/yun/individuation/settings',
    needs: ['P81000'],
    summary: 'The organisation’s settings, with who saved them last.',
    input: Nothing,
    output: KeptSettings,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/yun/individuation/picture/batch',
    needs: ['P81000'],
    summary:
      'Takes a picture, which a save within the hour then names. Logos and favicons: PNG, JPEG, WebP or SVG of 100 KB at most; a background: PNG, JPEG or WebP of 2 MB at most. An SVG is rebuilt from what is allowed.',
    input: z.object({ kind: PictureKind, file: UploadedFile }),
    output: UploadedPicture,
    refusals: ['201801', '114005', '114006', '100019'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/yun/individuation',
    needs: ['P81000'],
    summary:
      'Saves all settings. Refused with 100027 at `version` where somebody saved others since they were read, naming who and when.',
    input: z.extend(OrganisationSettings, { version: z.int() }),
    output: KeptSettings,
    refusals: ['100027', '100002'],
  }),
}
