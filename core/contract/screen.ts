import * as z from 'zod/mini'
import { HOUR_MS } from '../catalogue/durations.ts'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { UploadedFile } from './file.ts'
import { Line } from './plain-text.ts'
import { PointKey, Quality, SnCode, Value } from './telemetry.ts'
import { VideoSetting } from './template.ts'

const mayDesign = ['P41600'] as const
/** Screens are shown on dashboards too. */
const mayWatch = ['P24000', 'P41600', 'P10000', 'P20000', 'P100000'] as const
const screenName = Line(LIMITS.genericName)

/** One configuration screen of a template, without what is drawn on it. Times are epoch ms. */
export const Screen = z.object({
  screen_id: z.int(),
  template_id: z.int(),
  screen_name: z.string(),
  variant: z.enum(['desktop', 'mobile']),
  /** What the template opens with; one a variant. */
  is_start: z.boolean(),
  width: z.number(),
  height: z.number(),
  /** Counts up with every save: a save names the one that it is based on. */
  revision: z.int(),
  /** The revision that devices see; null where none is. */
  published_revision: z.nullable(z.int()),
  changed_time: z.int(),
  changed_by: z.string(),
  thumbnail: z.nullable(z.string()),
})
export type Screen = z.infer<typeof Screen>

/** Who has a screen open for drawing. */
export const ScreenLock = z.object({
  user_id: z.int(),
  user_name: z.string(),
  /** The page that holds it: the same user in another tab is another one. */
  editor_id: z.string(),
  since: z.int(),
  is_mine: z.boolean(),
})
export type ScreenLock = z.infer<typeof ScreenLock>

/** A stored state of a screen, the newest first. `published` ones stay; of the others the newest 100, and one a day. */
export const ScreenVersion = z.object({
  version_id: z.int(),
  revision: z.int(),
  kind: z.enum(['autosave', 'saved', 'published', 'restored', 'imported']),
  note: z.string(),
  created_time: z.int(),
  user_name: z.string(),
  thumbnail: z.nullable(z.string()),
})
export type ScreenVersion = z.infer<typeof ScreenVersion>

/** The document as it is stored: the server keeps what it does not know, and never looks into a control's `props`. */
export const StoredDocument = z.unknown()

/** A picture of the screen as a data URL of PNG or JPEG, 60 KB at most. */
export const thumbnail = z.optional(
  z.string().check(z.maxLength(80_000), z.regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/)),
)

/** Values of a point over the time of a replay. */
export const ReplayPoint = z.object({
  sn_code: z.string(),
  key: z.string(),
  /** Ascending; the first is what held at `start`, if anything did, with the time it was measured. */
  times: z.array(z.int()),
  values: z.array(Value),
  qualities: z.array(Quality),
})
export type ReplayPoint = z.infer<typeof ReplayPoint>

/** A template's screen as a device shows it: the published revision, or the newest one for who draws. */
export const ShownScreen = z.object({
  screen: Screen,
  document: StoredDocument,
  /** The template's other screens, to lead to. */
  screens: z.array(Screen),
  template: z.object({ template_id: z.int(), module_name: z.string(), is_published: z.boolean() }),
  /** Permission items that the caller holds; all for administrators. */
  items: z.array(z.int()),
  /** Of the template's videos those that the document names. */
  videos: z.array(VideoSetting),
  /**
   * What a press asks before it does, whatever the document says: whoever published the screen may not do it himself to this
   * device, or nobody has published it.
   */
  asks: z.object({ write: z.boolean(), acknowledge: z.boolean() }),
})
export type ShownScreen = z.infer<typeof ShownScreen>

const bySc = z.object({ screen_id: z.int() })
const editor_id = z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/))

export const screen = {
  list: endpoint({
    method: 'GET',
    path: '/yun/module/view',
    needs: [...mayWatch, 'P41000', 'P40000'],
    summary: 'The screens of a template, in their order.',
    input: z.object({ template_id: z.int() }),
    output: z.array(Screen),
    refusals: ['115005'],
  }),
  open: endpoint({
    method: 'GET',
    path: '/yun/module/view/document',
    needs: mayDesign,
    summary: 'A screen as it is drawn now, for the editor, and who has it open.',
    input: bySc,
    output: z.object({ screen: Screen, document: StoredDocument, lock: z.nullable(ScreenLock), may_edit: z.boolean() }),
    refusals: ['115005'],
  }),
  show: endpoint({
    method: 'GET',
    path: '/yun/view',
    needs: [...mayWatch, 'P41000'],
    summary: "What a device shows: its template's start screen of the variant, or the named one, as it was published.",
    input: z.object({
      sn_code: z.optional(SnCode),
      template_id: z.optional(z.int()),
      screen_id: z.optional(z.int()),
      variant: z.optional(z.enum(['desktop', 'mobile'])),
    }),
    output: ShownScreen,
    refusals: ['110509', '115005'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/module/view',
    needs: mayDesign,
    summary: 'Adds a screen to a template; the first of a variant is its start screen.',
    input: z.object({
      template_id: z.int(),
      screen_name: screenName,
      variant: z._default(z.enum(['desktop', 'mobile']), 'desktop'),
      width: z.optional(z.number().check(z.minimum(16), z.maximum(20_000))),
      height: z.optional(z.number().check(z.minimum(16), z.maximum(20_000))),
      /** A document to begin with: an imported file, or a copy. */
      document: z.optional(StoredDocument),
      thumbnail,
    }),
    output: Screen,
    refusals: ['115005', '115003', '115001', '115002', '201801', '100019'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/module/view',
    needs: mayDesign,
    summary: 'Renames a screen, makes it the start screen, or moves it in the order.',
    input: z.object({
      screen_id: z.int(),
      screen_name: z.optional(screenName),
      is_start: z.optional(z.literal(true)),
      /** Its new place among the screens of its variant, from 0. */
      sort: z.optional(z.int().check(z.minimum(0))),
    }),
    output: Screen,
    refusals: ['115005', '115003', '115001'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/yun/module/view',
    needs: mayDesign,
    summary: 'Deletes a screen and its versions.',
    input: bySc,
    output: Nothing,
    refusals: ['115005', '115003'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/yun/module/view/document',
    needs: mayDesign,
    summary:
      'Saves a document over the revision that it was made from. 100027 with nothing saved where another one came in between, or another page holds the screen.',
    input: z.object({
      screen_id: z.int(),
      revision: z.int(),
      document: StoredDocument,
      kind: z._default(z.enum(['autosave', 'saved']), 'saved'),
      note: z._default(z.string().check(z.maxLength(LIMITS.description)), ''),
      thumbnail,
      editor_id,
    }),
    output: Screen,
    refusals: ['115005', '115003', '100027', '115002', '201801'],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/yun/module/view/versions',
    needs: mayDesign,
    summary: 'The stored states of a screen, newest first.',
    input: bySc,
    output: z.array(ScreenVersion),
    refusals: ['115005'],
  }),
  version: endpoint({
    method: 'GET',
    path: '/yun/module/view/version',
    needs: mayDesign,
    summary: 'One stored state with its document.',
    input: z.object({ version_id: z.int() }),
    output: z.object({ version: ScreenVersion, document: StoredDocument }),
    refusals: ['115005'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/yun/module/view/restore',
    needs: mayDesign,
    summary: 'Makes a stored state the newest one again; what was the newest is kept as a version.',
    input: z.object({ version_id: z.int(), revision: z.int(), editor_id }),
    output: Screen,
    refusals: ['115005', '115003', '100027', '115002', '201801'],
  }),
  lock: endpoint({
    method: 'POST',
    path: '/yun/module/view/lock',
    needs: mayDesign,
    summary:
      'Takes a screen for drawing, or keeps it: repeated every 10 s, it ends 30 s after the last. With `take` it is taken from whoever has it. Answers who has it, and who else looks.',
    input: z.object({
      screen_id: z.int(),
      editor_id,
      take: z._default(z.boolean(), false),
      release: z._default(z.boolean(), false),
    }),
    output: z.object({ lock: z.nullable(ScreenLock), present: z.array(ScreenLock), revision: z.int() }),
    refusals: ['115005'],
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/yun/module/view/thumbnail',
    needs: ['P24000', 'P41600', 'P10000', 'P41000', 'P40000', 'P44000'],
    summary: 'The picture of a screen, or of a version, as a data URL; null where there is none.',
    input: z.object({ screen_id: z.optional(z.int()), version_id: z.optional(z.int()) }),
    output: z.object({ picture: z.nullable(z.string()) }),
    refusals: ['115005'],
  }),
  exported: endpoint({
    method: 'GET',
    path: '/yun/module/view/export',
    needs: mayDesign,
    summary: 'A screen as a file, with the pictures, symbols and models that it uses inside.',
    input: bySc,
    output: z.object({
      name: z.string(),
      mime: z.string(),
      content: z.custom<Uint8Array>((sent) => sent instanceof Uint8Array),
    }),
    reply: 'file',
    refusals: ['115005', '115002', '100019'],
  }),
  imported: endpoint({
    method: 'POST',
    path: '/yun/module/view/import/batch',
    needs: mayDesign,
    summary:
      'Makes a screen from such a file: its pictures, symbols and models are added to the gallery where they are not there yet.',
    input: z.object({ template_id: z.int(), screen_name: screenName, file: UploadedFile }),
    output: Screen,
    refusals: ['115005', '115003', '115001', '115002', '201801', '100019'],
  }),
  watched: endpoint({
    method: 'GET',
    path: '/yun/view/devices',
    needs: ['P24000'],
    summary:
      'Devices that the caller may see and whose template has a published screen, and published templates without a device.',
    input: Nothing,
    output: z.object({
      devices: z.array(
        z.object({
          sn_code: z.string(),
          dev_alias: z.string(),
          group_id: z.nullable(z.int()),
          template_id: z.int(),
          /** The screen that it opens with, whose picture stands for it. */
          screen_id: z.int(),
          thumbnail: z.nullable(z.string()),
        }),
      ),
      templates: z.array(
        z.object({
          template_id: z.int(),
          module_name: z.string(),
          screen_id: z.int(),
          thumbnail: z.nullable(z.string()),
        }),
      ),
      /** Devices that the caller may see and that have no published screen. */
      without: z._default(z.int(), 0),
    }),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/yun/view/replay',
    needs: mayWatch,
    summary:
      'What points held at `start` and how they changed until `end`: raw up to 6 hours, else one value each `step_ms`. Points of devices that the caller may not see are left out.',
    input: z.object({
      points: z.array(z.object({ sn_code: SnCode, key: PointKey })).check(z.maxLength(2000)),
      start: z.int(),
      end: z.int(),
      step_ms: z._default(z.int().check(z.minimum(250), z.maximum(HOUR_MS)), 1000),
    }),
    output: z.array(ReplayPoint),
    refusals: ['110542'],
    changesNothing: true,
  }),
}
