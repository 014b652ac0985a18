/** Maximum length of a return URL at the gateway. */
const MAX_LENGTH = 2_000

/** URL of this page for the end of a social login, without query and fragment; the root of the site if the URL is too long. */
export function pageUrl(): string {
  const { origin, pathname } = location
  const url = `${origin}${pathname}`
  return url.length <= MAX_LENGTH ? url : `${origin}/`
}
