import * as z from 'zod/mini'

/** Control characters, halves of surrogate pairs, and what turns the reading order. */
const DISGUISES = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** Without any of them: a name must not disguise a record. */
export const isPlain = (text: string) => text.search(DISGUISES) < 0

/** What a device sent, with a blank in the place of each: it must not break a line of a list. */
export const asPlain = (text: string) => text.replace(DISGUISES, ' ')

/** A text for people on one line, trimmed. `least` 0 lets it be empty. */
export const Line = (most: number, least = 1) =>
  z.string().check(z.trim(), z.minLength(least), z.maxLength(most), z.refine(isPlain))

/** Of control characters those alone that break lines and indent. */
const isText = (text: string) => isPlain(text.replace(/[\n\t]/g, ''))

/** A plain text of several lines, trimmed; lines end with `\n` alone. */
export const TextBody = (most: number, least = 0) =>
  z.string().check(z.trim(), z.minLength(least), z.maxLength(most), z.refine(isText))
