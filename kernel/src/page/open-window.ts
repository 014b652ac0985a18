/** Where a window opens: a new one, the page itself, or the page that frames it. */
export type WindowTarget = '_blank' | '_self' | '_top'

/** Schemes that run code, read local files or travel unencrypted; `*` in `permissions.origins.window` never covers them. */
const forbidden = /^(javascript|data|vbscript|blob|file|filesystem|about|view-source|http|ws|wss|ftp):/

const covers = (permitted: string, { href, origin }: URL): boolean => {
  if (permitted === '*') return !forbidden.test(href)
  const [scheme, domain] = permitted.split('*')
  return permitted === origin || (domain !== undefined && origin.startsWith(`${scheme}`) && origin.endsWith(domain))
}

/** True where one of `permitted` covers the URL: an origin, `https://*.example.com`, or `*` for https and links of apps. */
export const mayOpen = (url: string, permitted: readonly string[]): boolean =>
  URL.canParse(url) && permitted.some((one) => covers(one, new URL(url)))

/**
 * Opens `url` without giving it a way back to the page (`noopener`): the new window has no `opener`. `window.open` with that feature would not tell
 * whether a popup blocker stopped it. False where it did.
 */
export function openSafely(url: string, target: WindowTarget): boolean {
  if (target !== '_blank') {
    window.open(url, target, 'noreferrer') // an app takes over; the page itself stays or goes, and there is no new window
    return true
  }
  const opened = window.open(url, target)
  if (opened) opened.opener = null // before the document of the new window begins to load
  return opened !== null
}
