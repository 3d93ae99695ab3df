/**
 * JSON that the store keeps as text, and that was checked when it was saved: it goes into an answer as the text that it is.
 * Parsing and writing a document of 300,000 names again would take a third of a second of the event loop each time.
 */
export class StoredJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
