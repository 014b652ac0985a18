/** Maximum length of a return URL at the gateway. */
const MAX_LENGTH = 2_000

/** URL to which the gateway redirects the login window: this page without query and fragment, or the root of the site if that URL is too long. */
export function pageUrl(): string {
  const { origin, pathname } = location
  const url = `${origin}${pathname}`
  return url.length <= MAX_LENGTH ? url : `${origin}/`
}
