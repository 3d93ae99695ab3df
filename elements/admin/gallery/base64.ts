/** A file's bytes as calls carry them; null where it cannot be read any more. */
export const base64Of = (file: Blob): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })
