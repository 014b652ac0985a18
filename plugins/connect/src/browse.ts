import type { CatalogueWallet } from './contract.js'

/** Maximum length of a link in a QR code. Cameras cannot read the dense codes of longer links. */
export const MAX_CODE_LENGTH = 600

/** Placeholders of `CatalogueWallet.browse_link`, with the functions that return their values. */
const placeholders: Readonly<Record<string, (page: URL) => string>> = {
  url: ({ href }) => encodeURIComponent(href),
  urlTwice: ({ href }) => encodeURIComponent(encodeURIComponent(href)),
  page: ({ href, protocol }) => href.slice(`${protocol}//`.length),
  origin: ({ origin }) => encodeURIComponent(origin),
}

/** A valid browse link has a literal https host and a placeholder for the page. */
const browseLinkPattern = /^https:\/\/[^/{}@?#\\]+\/[^{]*\{(url|urlTwice|page)\}/

/** Link that opens `page` in the wallet's in-app browser; `undefined` if the wallet has no valid browse link, or `page` is not an http(s) page. */
export function browseLink({ browse_link }: CatalogueWallet, page: string): string | undefined {
  if (!browse_link || !browseLinkPattern.test(browse_link) || !URL.canParse(page)) return undefined
  const url = new URL(page)
  if (!/^https?:$/.test(url.protocol)) return undefined
  return browse_link.replace(/\{(\w+)\}/g, (placeholder, name: string) => placeholders[name]?.(url) ?? placeholder)
}

/** Whether the host of a URL is a loopback host. A phone cannot open such a URL. */
export const isLoopback = (page: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(page).hostname)
