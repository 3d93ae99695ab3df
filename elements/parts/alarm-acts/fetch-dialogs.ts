/** Complete once it has come: a dialog that says that the line is lost needs nothing more of the server. */
export async function fetchDialogs() {
  const dialogs = await import('./dialogs.ts')
  await dialogs.fetchFrame()
  return dialogs
}
