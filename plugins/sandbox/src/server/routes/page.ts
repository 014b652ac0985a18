import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Engine } from '../engines/engine.js'
import { stylesheet } from './page-style.js'

interface PageOptions {
  readonly engines: readonly Engine[]
  readonly walletCount: number
  readonly version: string
  /** Random id of this run. */
  readonly instance: string
}

/** `GET /` is the status page for people. `GET /health` returns the status as JSON for programs. */
export function pageRoutes(options: PageOptions): Hono {
  const routes = new Hono()
  routes.get('/health', (c) => c.json(health(options)))
  routes.get('/sandbox.css', (c) => c.body(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  routes.get('/', (c) => {
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    )
    return c.html(page(options))
  })
  return routes
}

const health = ({ engines, version, instance }: PageOptions) => ({
  status: engines.some((engine) => engine.status().state === 'failed') ? 'degraded' : 'ok',
  name: 'wallet-modal-sandbox',
  version,
  instance,
  engines: engines.map((engine) => ({
    chainId: engine.network.caipNetworkId,
    name: engine.network.name,
    ...engine.status(),
  })),
})

const page = ({ engines, walletCount, version }: PageOptions) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox</title>
<link rel="stylesheet" href="/sandbox.css">
${engines.slice(0, 1).map(({ network }) => html`<link rel="icon" href="/public/getAssetImage/${network.caipNetworkId}">`)}
</head>
<body>
<main>
<header><h1>Sandbox</h1><p>Local services for wallet modals, for development only. Version ${version}.</p></header>
<section aria-labelledby="chains"><h2 id="chains">Chains</h2><ul class="cards">${engines.map(chainCard)}</ul></section>
<section aria-labelledby="accounts"><h2 id="accounts">Funded accounts</h2>
<p>At genesis each account holds 10 000 coins (Bitcoin: 100) on every chain of its namespace. The keys of the accounts are public: they come from the phrases that development nodes use. Never send anything of value to these accounts.</p>
${accountsByNamespace(engines).map(([namespace, accounts]) => html`<h3>${namespace}</h3><ol class="addresses">${accounts.map((address) => html`<li><code>${address}</code></li>`)}</ol>`)}</section>
<section aria-labelledby="services"><h2 id="services">Services</h2><ul class="links">${services(walletCount, engines).map(serviceLink)}</ul></section>
</main>
</body>
</html>`

const accountsByNamespace = (engines: readonly Engine[]): readonly (readonly [string, readonly string[]])[] => [
  ...new Map(engines.map(({ namespace, accounts }) => [namespace, accounts])),
]

type Service = readonly [path: string, description: string]

/** Links to the balances of the first account of each chain with token queries (`assets`). */
const balanceLinks = (engines: readonly Engine[]): readonly Service[] =>
  engines.flatMap(({ accounts: [first], assets, network: { caipNetworkId, name } }) =>
    assets && first !== undefined
      ? [[`/v1/account/${first}/balance?chainId=${caipNetworkId}`, `the tokens of ${name}’s first account`]]
      : [],
  )

const services = (walletCount: number, engines: readonly Engine[]): readonly Service[] => [
  ['/getWallets?entries=100', `the wallet catalogue, ${walletCount} wallets`],
  ['/v1/supported-chains', 'the chains that are served'],
  ...balanceLinks(engines),
  ['/getAnalyticsConfig', 'the analytics flag'],
  ['/sandbox/analytics', 'events that pages reported'],
  ['/inbox', 'emails that the sandbox sent, such as login codes'],
  ['/health', 'the state of every engine'],
]

const serviceLink = ([path, description]: Service) => html`<li><a href="${path}">${path}</a> ${description}</li>`

function chainCard(engine: Engine) {
  const { caipNetworkId, name, nativeCurrency } = engine.network
  const status = engine.status()
  return html`<li><img src="/public/getAssetImage/${caipNetworkId}" width="40" height="40" alt="">
<h3>${name}</h3><p><code>${caipNetworkId}</code> ${nativeCurrency.symbol}, ${stateLabels[status.state]}</p>
<p><code>POST /v1/?chainId=${caipNetworkId}</code></p>${'reason' in status ? html`<p class="reason">${status.reason}</p>` : ''}</li>`
}

const stateLabels = {
  idle: 'starts on first use',
  starting: 'starting',
  running: 'running',
  failed: 'failed',
  off: 'off',
  stopped: 'stopped',
} as const
