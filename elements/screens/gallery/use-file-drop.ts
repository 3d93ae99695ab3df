import { type DragEvent, useRef, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => [...dataTransfer.types].includes('Files')

/** Files that are dragged from outside over an area; null as `onDrop` takes none. */
export function useFileDrop(onDrop: ((files: File[]) => void) | null) {
  const [isOver, setOver] = useState(false)
  // Entering a child leaves its parent.
  const depth = useRef(0)
  const end = () => {
    depth.current = 0
    setOver(false)
  }
  if (!onDrop) return { isOver: false, area: {} }
  return {
    isOver,
    area: {
      onDragEnter(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current += 1
        setOver(true)
      },
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      onDragLeave() {
        depth.current -= 1
        if (depth.current <= 0) end()
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        end()
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onDrop(files)
      },
    },
  }
}
