import { modalOrigins } from '../../plan/site/modal-origins.js'
import type { Check, Finding } from '../finding.js'

/** Checks whether the page's COOP header blocks wallets that open in a window, and whether its COEP header blocks images. */
export const checkCrossOrigin: Check = async ({ pageHeaders, site, plugins }) => {
  if (!pageHeaders) return []
  const { origins } = modalOrigins(site, plugins)
  const windows = origins.filter(({ kind }) => kind === 'window')
  const pictures = [...new Set(origins.filter(({ kind }) => kind === 'image').map(({ source }) => source))]
  const findings: Finding[] = []
  if (pageHeaders.opener === 'same-origin')
    findings.push({
      id: 'coop-breaks-windows',
      severity: windows.length > 0 ? 'error' : 'warning',
      what: `${pageHeaders.from} has "Cross-Origin-Opener-Policy: same-origin".`,
      why: `A wallet that opens in a window of its own${windows.length > 0 ? ` (${windows.map(({ source, by }) => `${source}, ${by.join(', ')}`).join('; ')})` : ''} cannot reply to the page: the browser separates the two, and the visitor waits forever.`,
      fix: 'Set it to "same-origin-allow-popups", which protects this page from other sites just as well.',
    })
  if (pageHeaders.embedder === 'require-corp' && pictures.length > 0)
    findings.push({
      id: 'coep-blocks-pictures',
      severity: 'warning',
      what: `${pageHeaders.from} has "Cross-Origin-Embedder-Policy: require-corp".`,
      why: `The browser shows pictures from ${pictures.join(', ')} only if their server sends Cross-Origin-Resource-Policy. Without this header, the modal shows letters instead of the pictures.`,
      fix: 'Set it to "credentialless".',
    })
  return findings
}
