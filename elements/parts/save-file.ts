interface NamedFile {
  name: string
  mime: string
  content: Uint8Array | Blob
}

/** Hands a file to the browser's downloads. */
export function saveFile({ name, mime, content }: NamedFile): void {
  const url = URL.createObjectURL(new Blob([content as Uint8Array<ArrayBuffer> | Blob], { type: mime }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has taken the content once its task ran.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
