/**
 * JSON that stays text: parsing and writing a document of 300,000 names would take a third of a second of the event loop.
 * What the store keeps was checked when it was saved, and goes into an answer as it is; what a large body holds is read
 * where its call reads documents.
 */
export class StoredJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
