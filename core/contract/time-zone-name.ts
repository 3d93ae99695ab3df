/** Whether this is a zone of the IANA database, as Asia/Shanghai; an offset such as +08:00 has no summer time and is none. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
