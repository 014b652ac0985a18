/** Target of a window: a new one, the page's own, or the topmost one if the page is in a frame. */
export type WindowTarget = '_blank' | '_self' | '_top'

/** Schemes that run code, read local files or are unencrypted; `*` in `permissions.origins.window` does not include them. */
const forbidden = /^(javascript|data|vbscript|blob|file|filesystem|about|view-source|http|ws|wss|ftp):/

const covers = (permitted: string, { href, origin }: URL): boolean => {
  if (permitted === '*') return !forbidden.test(href)
  const [scheme, domain] = permitted.split('*')
  return permitted === origin || (domain !== undefined && origin.startsWith(`${scheme}`) && origin.endsWith(domain))
}

/** Whether an item of `permitted` covers the URL. Items: an origin, `https://*.example.com`, or `*` for https and app links. */
export const mayOpen = (url: string, permitted: readonly string[]): boolean =>
  URL.canParse(url) && permitted.some((one) => covers(one, new URL(url)))

/**
 * Opens `url` without an `opener`. Returns false if the popup was blocked. Does not use the feature `noopener`, with which `window.open` always
 * returns `null`.
 */
export function openSafely(url: string, target: WindowTarget): boolean {
  if (target !== '_blank') {
    window.open(url, target, 'noreferrer') // navigates, or opens an app: there is no new window that could be blocked
    return true
  }
  const opened = window.open(url, target)
  if (opened) opened.opener = null // before the new window's document starts loading
  return opened !== null
}
