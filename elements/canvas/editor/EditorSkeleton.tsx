import { Skeleton } from '../../kit/Skeleton.tsx'

/** The layout of what is coming. */
export function EditorSkeleton() {
  return (
    <div className="canvas-editor" data-waiting aria-hidden>
      <div className="editor-bar" />
      <div className="editor-side editor-side-left">
        <Skeleton rows={8} />
      </div>
      <div className="editor-middle" />
      <div className="editor-side editor-side-right">
        <Skeleton rows={10} />
      </div>
      <div className="editor-foot" />
    </div>
  )
}
