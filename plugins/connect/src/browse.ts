import type { CatalogueWallet } from './contract.js'

/** A QR code of a longer link has squares that cameras do not tell apart. */
export const MAX_CODE_LENGTH = 600

/** Placeholders of a browse link, and what takes their place. */
const forms: Readonly<Record<string, (page: URL) => string>> = {
  url: ({ href }) => encodeURIComponent(href),
  urlTwice: ({ href }) => encodeURIComponent(encodeURIComponent(href)),
  page: ({ href, protocol }) => href.slice(`${protocol}//`.length),
  origin: ({ origin }) => encodeURIComponent(origin),
}

/** A browse link leads to an https host that is written out, and has a place for the page. */
const browseForm = /^https:\/\/[^/{}@?#\\]+\/[^{]*\{(url|urlTwice|page)\}/

/** The wallet's link that opens `page` in its own browser; `undefined` where it publishes none that is one, or `page` is no web page. */
export function browseLink({ browse_link }: CatalogueWallet, page: string): string | undefined {
  if (!browse_link || !browseForm.test(browse_link) || !URL.canParse(page)) return undefined
  const url = new URL(page)
  if (!/^https?:$/.test(url.protocol)) return undefined
  return browse_link.replace(/\{(\w+)\}/g, (whole, name: string) => forms[name]?.(url) ?? whole)
}

/** Whether an address leads to this device only, so that no phone can open it. */
export const isLoopback = (page: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(page).hostname)
