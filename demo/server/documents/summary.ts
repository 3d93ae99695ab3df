import { LIMITS } from '../../../core/catalogue/limits.ts'
import { type Bounds, boundPoints, MOST, TooManyControls } from './bound-points.ts'
import { type Guard, guardsIn } from './guards.ts'
import { videoNamesIn } from './video-names.ts'

/** What answers say of a published version that they show. */
export interface DocumentSummary {
  /** Null for a document that could not be read. */
  width: number | null
  height: number | null
  /** By which its controls show videos. */
  video_names: readonly string[]
}

/** What is read of a published version, once. */
export interface Summarized {
  summary: DocumentSummary
  /** Keys of the points that it reads, by SN; null where its groups expand to too much. */
  points: readonly [sn: string, keys: readonly string[]][] | null
  /** Null as `points`. */
  guards: readonly Guard[] | null
}

/** Names of videos that are kept of one document: a template has 50 of them. */
const MOST_NAMES = 2000

export const UNREADABLE: Summarized = {
  summary: { width: null, height: null, video_names: [] },
  points: null,
  guards: null,
}

export const videoNamesOf = (document: unknown, bounds?: Bounds): string[] =>
  [...videoNamesIn(document, bounds)].filter(({ length }) => length <= LIMITS.genericName).slice(0, MOST_NAMES)

function within<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooManyControls) return null
    throw error
  }
}

/** Reads all that answers need of a document. For a thread: it takes seconds for one that expands to much. */
export const summarized = (text: string): Summarized => summarizedDocument(JSON.parse(text))

export function summarizedDocument(
  document: Record<'width' | 'height', number | null>,
  bounds: Bounds = MOST,
): Summarized {
  const points = within(() => [...boundPoints(document, bounds)].map(([sn, keys]) => [sn, [...keys]] as const))
  const { width, height } = document
  return {
    summary: { width, height, video_names: points ? videoNamesOf(document, bounds) : [] },
    points: points as Summarized['points'],
    guards: within(() => guardsIn(document, bounds)),
  }
}
