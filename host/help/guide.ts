import type { TextRow } from '../../core/text/define-text.ts'

export type GuideId = 'operator' | 'engineer' | 'administrator'

/** What a chapter shows of the console's own signs, drawn as the console draws them. */
export type FigureName = 'levels' | 'states' | 'quality' | 'devices' | 'message' | 'command'

/** A page of the console as the demo shows it: `npm run pictures` takes them. */
export type PictureName = 'home' | 'alarm' | 'curve' | 'write' | 'devices' | 'editor' | 'roles'

/** One thing that somebody wants to do: why, and the steps. */
export interface Chapter {
  readonly id: string
  readonly title: TextRow
  readonly intro: TextRow
  readonly steps: readonly TextRow[]
  readonly figure?: FigureName
  readonly picture?: PictureName
}

export interface Guide {
  readonly title: TextRow
  readonly about: TextRow
  readonly chapters: readonly Chapter[]
}
