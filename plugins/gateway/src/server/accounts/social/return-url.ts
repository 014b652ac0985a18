/** Characters by which a server could redirect to another origin: empty segments, colons, encoded slashes and backslashes. */
const redirecting = /\/\/|[:\\]|%(?:2f|5c|3a)/i

/**
 * URL without its query and fragment; the root of its origin if the path could cause a redirect. The login's code is in the fragment, which browsers
 * keep in redirects: a page of the site that redirects to the URL in its query would send the code to another site.
 */
export function toReturnUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${redirecting.test(pathname) ? '/' : pathname}`
}
