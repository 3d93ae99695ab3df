// Runs before the first paint and before any module: the page's blank background already has the chosen brightness.
;(() => {
  let theme: string | null = null
  try {
    theme = localStorage.getItem('sg-theme') ?? localStorage.getItem('sg-theme-default')
  } catch {
    // Nothing may be kept here: the system's brightness counts.
  }
  document.documentElement.style.colorScheme =
    theme === 'dark' ? 'dark' : theme && theme !== 'auto' ? 'light' : 'light dark'
})()
