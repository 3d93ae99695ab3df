import * as z from 'zod/mini'

/**
 * Control characters, halves of surrogate pairs, breaks of lines, what turns the reading order and what has no width; but
 * U+200C and U+200D stay, by which Persian and Indic scripts and emoji join letters and pictures.
 */
const DISGUISES = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu

/** Without any of them: a name must not disguise a record. */
export const isPlain = (text: string) => text.search(DISGUISES) < 0

/** What a device sent, with a blank in the place of each: it must not break a line of a list. */
export const asPlain = (text: string) => text.replace(DISGUISES, ' ')

/** A text for people on one line, trimmed. `least` 0 lets it be empty. */
export const Line = (most: number, least = 1) =>
  z.string().check(z.trim(), z.minLength(least), z.maxLength(most), z.refine(isPlain))

/** Of what it may not hold on one line that alone which breaks lines and indents. */
const isText = (text: string) => isPlain(text.replace(/[\n\t\u2028\u2029]/g, ''))

/** A plain text of several lines, trimmed; lines end with `\n` alone. */
export const TextBody = (most: number, least = 0) =>
  z.string().check(z.trim(), z.minLength(least), z.maxLength(most), z.refine(isText))
