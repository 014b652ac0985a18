import { fetchPage } from '../apply/packages/fetch-page.js'
import { CliError } from '../errors.js'
import { shortName } from '../plan/plugins/first-party.js'
import { loginPlugin } from '../plan/plugins/login-features.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import { modalOrigins, networksOf } from '../plan/site/modal-origins.js'
import { allows } from '../plan/site/policy.js'
import type { Check, Finding } from './finding.js'

const limits = { timeoutMs: 5000, maxBytes: 1 << 20, method: 'HEAD' } as const

/** Checks that the services of the site respond. Sends requests only with `--online`. `checkChainNodes` checks the nodes. */
export const checkOnline: Check = async ({ site, plugins, online, signal }) => {
  if (!online) return []
  const { origins } = modalOrigins(site, plugins)
  const nodes = new Set([
    ...networksOf(site, plugins).flatMap(({ rpcUrls }) => rpcUrls),
    ...Object.values(site.rpcUrls ?? {}).flat(),
  ])
  const serviceOrigins = origins.filter(
    ({ kind, url }) => (kind === 'connect' || kind === 'frame') && !url.includes('*') && !nodes.has(url),
  )
  const urls = new Map(serviceOrigins.map(({ url, by }) => [url, by]))
  const findings = await Promise.all(
    [...urls].map(async ([url, by]): Promise<readonly Finding[]> => {
      const consequence = missingFeatures(plugins.filter(({ name }) => by.includes(name)))
      try {
        const { status } = await fetchPage(new URL(url.replace(/^ws/, 'http')), { ...limits, signal })
        return status >= 500 ? [failingEndpoint(url, `the error ${status}`, consequence)] : []
      } catch (error) {
        if (error instanceof CliError) return [unreachableEndpoint(url, reasonOf(error), consequence)]
        throw error
      }
    }),
  )
  return findings.flat()
}

/**
 * Checks that the gateway of email and social login serves its frame and, if the site's URL is known, lets the site embed it. Sends a request only
 * with `--online`.
 */
export const checkLoginGateway: Check = async ({ site, pageHeaders, online, signal }) => {
  const { url } = site.plugins[loginPlugin] ?? {}
  const page = pageHeaders?.self ?? site.metadata.url
  // `checkPolicy` reports an invalid URL
  if (!online || typeof url !== 'string' || !URL.canParse(url)) return []
  try {
    const { status, headers } = await fetchPage(new URL('/sdk', url), { ...limits, method: 'GET', signal })
    const [, sources] = /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy'])) ?? []
    if (status !== 200 || sources === undefined) return [frameMissing(url, status)]
    if (page === undefined) return []
    const { origin } = new URL(page)
    return allows(sources.split(' '), origin, undefined) ? [] : [siteNotAllowed(url, origin)]
  } catch (error) {
    if (error instanceof CliError) return [] // `checkOnline` reports the error
    throw error
  }
}

const frameMissing = (url: string, status: number): Finding => ({
  id: 'gateway-frame-missing',
  severity: 'error',
  what: `${originOf(url)}/sdk responds with status ${status}, and not with the frame of a gateway.`,
  why: 'Email and social login cannot load.',
  fix: `Set the origin of your gateway's frame ("frameOrigin" in gateway.json): \`npx create-wallet-modal set email-social.url=https://wallet.example\`.`,
})

const siteNotAllowed = (url: string, origin: string): Finding => ({
  id: 'gateway-site-not-allowed',
  severity: 'error',
  what: `The gateway ${originOf(url)} does not let ${origin} embed its frame.`,
  why: 'Browsers block the frame, so email and social login cannot load.',
  fix: `Add ${JSON.stringify(origin)} to "allowedOrigins" in gateway.json and restart the gateway.`,
})

/** Features that are missing without a service, as described by the plugins that use it. */
const missingFeatures = (plugins: readonly PluginPackage[]): string =>
  `Without it the site lacks: ${plugins.map(({ name, manifest }) => `${manifest.description} (${shortName(name)})`).join('; ')}.`

/** Reason in the message of a `fetchPage` error, without the URL. */
export const reasonOf = ({ message }: CliError): string => message.split(' could not be read: ').at(-1) ?? message

/** Origin of a URL for reports, without its path: node URLs often contain keys, and users share reports. */
export const originOf = (url: string): string => new URL(url).origin

export const unreachableEndpoint = (url: string, reason: string, why: string): Finding => ({
  id: 'endpoint-unreachable',
  severity: 'error',
  what: `${originOf(url)} does not respond: ${reason}`,
  why,
  fix: 'Check its URL in wallet-modal.json ("endpoints", "rpcUrls", "networks") and this machine’s network connection.',
})

export const failingEndpoint = (url: string, reply: string, why: string): Finding => ({
  id: 'endpoint-failing',
  severity: 'warning',
  what: `${originOf(url)} responds with ${reply}.`,
  why,
  fix: 'Try again later, or set another URL in wallet-modal.json.',
})
