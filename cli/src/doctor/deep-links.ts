import type { Check, Finding } from './finding.js'

const walletConnect = '@wallet-modal/walletconnect'
const localHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.(?:localhost|local|test))$/

/**
 * Checks `metadata.url` and `metadata.icons` in wallet-modal.json. A WalletConnect wallet on a phone shows them with a request, and opens the URL to
 * return to the site.
 */
export const checkDeepLinks: Check = async ({ site, pageHeaders }) => {
  if (site.plugins[walletConnect] === undefined) return []
  const { url, icons = [] } = site.metadata
  const findings: Finding[] = []
  if (url === undefined) findings.push(missingUrl)
  else if (localHost.test(new URL(url).hostname)) findings.push(localUrl(url))
  else if (pageHeaders?.self !== undefined && new URL(url).origin !== pageHeaders.self)
    findings.push(otherOrigin(url, pageHeaders.self))
  if (icons.some((icon) => icon.startsWith('/'))) findings.push(relativeIcons)
  return findings
}

const why = 'Wallets show this URL to the visitor, compare it with the requesting page, and open it to return.'

const missingUrl: Finding = {
  id: 'deep-link-url-missing',
  severity: 'warning',
  what: `"${walletConnect}" is listed, and "metadata.url" is not set.`,
  why: `${why} Without it they get the URL of the current page, which may be a preview.`,
  fix: 'Set "metadata.url" in wallet-modal.json to the site’s public URL, such as https://shop.example.',
}

const localUrl = (url: string): Finding => ({
  id: 'deep-link-url-local',
  severity: 'warning',
  what: `"metadata.url" is ${url}, which is a URL of this machine.`,
  why,
  fix: 'Set it to the site’s public URL.',
})

const otherOrigin = (url: string, self: string): Finding => ({
  id: 'deep-link-url-other',
  severity: 'warning',
  what: `"metadata.url" is ${url}, but the page is at ${self}.`,
  why: `${why} If the two differ, wallets warn about fraud.`,
  fix: 'Set it to the URL that visitors use.',
})

const relativeIcons: Finding = {
  id: 'deep-link-icons-relative',
  severity: 'warning',
  what: '"metadata.icons" has a relative path.',
  why: 'A wallet on a phone cannot load it, and shows the request without a picture.',
  fix: 'Use an absolute URL, such as https://shop.example/icon.png.',
}
