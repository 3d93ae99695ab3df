import { useMemo } from 'react'
import { readDocument } from '../../../../core/canvas/read-document.ts'
import type { ScreenDocument } from '../../../../core/contract/documents/screen.ts'
import type { ScreenVersion } from '../../../../core/contract/screen.ts'
import { type CallFailure, useCall } from '../../../parts/use-call.ts'
import { KINDS } from '../../controls/kinds.ts'
import { useEditor } from '../editor-context.ts'

interface VersionDocument {
  /** Null until it has come, and where this program cannot read it. */
  readonly document: ScreenDocument | null
  readonly isRefused: boolean
  readonly failure: CallFailure | null
  readonly reload: () => void
}

/** The document of a stored version; without one there is no call. */
export function useVersion(version: ScreenVersion | null): VersionDocument {
  const { calls } = useEditor()
  const called = useCall(calls.version, version && { version_id: version.version_id })
  const { data, failure, reload } = called
  const read = useMemo(() => (data ? readDocument(data.document, KINDS) : null), [data])
  return {
    document: read?.document ?? null,
    isRefused: read !== null && !read.document,
    failure: data ? null : failure,
    reload,
  }
}
