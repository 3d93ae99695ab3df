const keyOf = (user_id: number) => `sg-dashboard:${user_id}`

/** The dashboard that a user watched last in this browser; null where that is not known. */
export function keptDashboard(user_id: number): number | null {
  try {
    const id = Number(localStorage.getItem(keyOf(user_id)) ?? Number.NaN)
    return Number.isSafeInteger(id) ? id : null
  } catch {
    return null
  }
}

export function keepDashboard(user_id: number, dashboard_id: number): void {
  try {
    localStorage.setItem(keyOf(user_id), String(dashboard_id))
  } catch {
    // The page may store nothing: it begins with the first dashboard.
  }
}
