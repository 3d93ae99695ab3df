import type { Command } from '../../../../core/contract/control.ts'
import type { Format } from '../../../../core/text/format.ts'

/** How long a write took to come to its end; "–" before that. */
export const tookText = ({ sent_time, end_time }: Command, format: Format): string =>
  end_time === null ? '–' : `${format.number((end_time - sent_time) / 1000, 1)} s`
