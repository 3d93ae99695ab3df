import { SCREEN_VERSION } from '../contract/documents/screen.ts'
import type { ControlKind, RawProps } from './kind.ts'

/** From a version of the document's form to the next: `MIGRATIONS[1]` makes version 2 of version 1. */
export const MIGRATIONS: Readonly<Record<number, (old: RawProps) => RawProps>> = {}

/** A document of an older version as the newest one. */
export function migratedDocument(
  old: RawProps,
  version: number,
  migrations: typeof MIGRATIONS = MIGRATIONS,
  newest: number = SCREEN_VERSION,
): RawProps {
  let document = old
  for (let at = version; at < newest; at += 1) document = migrations[at]?.(document) ?? document
  return { ...document, version: newest }
}

/** Props of an older version of a kind as those of its newest; null where a step fails. */
export function migratedProps(kind: ControlKind, version: number, old: RawProps): RawProps | null {
  let props = old
  try {
    for (let at = version; at < kind.version; at += 1) props = kind.migrate?.[at]?.(props) ?? props
  } catch {
    return null
  }
  return typeof props === 'object' && props !== null && !Array.isArray(props) ? props : null
}
