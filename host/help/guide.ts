/** Chinese, then English. */
export type Words = readonly [zh: string, en: string]

export type GuideId = 'operator' | 'engineer' | 'administrator'

/** What a chapter shows of the console's own signs, drawn as the console draws them. */
export type FigureName = 'levels' | 'states' | 'quality' | 'devices' | 'message'

/** One thing that somebody wants to do: why, and the steps. */
export interface Chapter {
  readonly id: string
  readonly title: Words
  readonly intro: Words
  readonly steps: readonly Words[]
  readonly figure?: FigureName
}

export interface Guide {
  readonly title: Words
  readonly about: Words
  readonly chapters: readonly Chapter[]
}
