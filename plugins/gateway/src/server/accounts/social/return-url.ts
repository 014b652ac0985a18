/** Characters by which a server could redirect to another origin: empty segments, colons, encoded slashes and backslashes. */
const redirecting = /\/\/|[:\\]|%(?:2f|5c|3a)/i

/**
 * URL without its query and fragment; the root of its origin if the path could cause a redirect to another origin. The gateway adds the login's code
 * as the fragment. Browsers keep a fragment in redirects, so an open redirect of the site would send the code to another site.
 */
export function toReturnUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${redirecting.test(pathname) ? '/' : pathname}`
}
