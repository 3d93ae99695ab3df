import type { Format } from '../../core/text/format.ts'

/** "99.9 %": nothing short of always is called 100 %. */
export const shareText = (online: number, known: number, format: Pick<Format, 'number'>): string =>
  known === 0 ? '–' : `${format.number(Math.floor((online / known) * 1000) / 10)} %`
