import { limitBody, RequestError } from '@wallet-modal/gateway/server'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { formatUnits } from 'viem'
import type { CheckoutSession, CheckoutSessions } from '../onramp/sessions.js'
import type { UrlSigner } from '../onramp/url-signer.js'

/** Card number that is declined. All other numbers succeed. */
const DECLINED_CARD = '4000000000000002'
const PAYING_CARD = '4242 4242 4242 4242'

const providerNames: Readonly<Record<string, string>> = { coinbase: 'Coinbase', meld: 'Meld' }

/** Checkout pages of both providers. Paying delivers test funds; no card is charged and no money moves. */
export function checkoutRoutes(sessions: CheckoutSessions, signer: UrlSigner): Hono {
  const routes = new Hono()
  const openCheckout = (c: Context, secret: string): Response | Promise<Response> => {
    const checkout = sessions.open(secret)
    if (checkout === undefined)
      return answer(c, page('Checkout', statusText('This checkout link has expired or was used.')), 410)
    return c.redirect(`/onramp/checkout/${checkout}`, 303)
  }
  routes.get('/onramp/coinbase/buy/select-asset', (c) => openCheckout(c, c.req.query('sessionToken') ?? ''))
  routes.get('/onramp/meld/widget', async (c) => {
    const { session = '', signature = '' } = c.req.query()
    const isSigned = await signer.verify(session, signature)
    return openCheckout(c, isSigned ? session : '')
  })
  routes.get('/onramp/checkout/:checkout', async (c) => {
    const session = await findSession(sessions, c.req.param('checkout'))
    return answer(c, page(providerNames[session.provider] ?? 'Checkout', contentOf(session, c.req.param('checkout'))))
  })
  routes.post('/onramp/checkout/:checkout', limitBody(4 * 1024), async (c) => {
    const checkout = c.req.param('checkout')
    await findSession(sessions, checkout)
    const { action, card } = await c.req.parseBody()
    if (action === 'cancel') sessions.cancel(checkout)
    else if (String(card).replace(/\s/g, '') === DECLINED_CARD) sessions.decline(checkout)
    else await sessions.pay(checkout)
    return c.redirect(`/onramp/checkout/${checkout}`, 303)
  })
  return routes
}

async function findSession(sessions: CheckoutSessions, checkout: string): Promise<CheckoutSession> {
  const session = await sessions.find(checkout)
  if (!session) throw new RequestError('NOT_FOUND', 'There is no such checkout.')
  return session
}

type Html = ReturnType<typeof html>

function answer(c: Context, body: Html, status: 200 | 410 = 200): Response | Promise<Response> {
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  )
  // with `no-referrer`, the app's default, browsers would send the form with the origin "null", which `loopbackOnly` refuses
  c.header('Referrer-Policy', 'same-origin')
  return c.html(body, status)
}

const page = (title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} checkout (sandbox)</title>
<link rel="stylesheet" href="/sandbox.css">
</head>
<body>
<main class="checkout">
<header><h1>${title}</h1><p>Sandbox checkout: no card is charged, and test funds are delivered.</p></header>
${content}
</main>
</body>
</html>`

const endTexts: Readonly<Partial<Record<CheckoutSession['state'], string>>> = {
  delivered: 'Payment complete. Your tokens were delivered. You can close this window.',
  paid: 'Payment complete. Your tokens are on their way.',
  undelivered: 'The tokens could not be delivered. No money was taken.',
  declined: 'Your card was declined. No money was taken.',
  cancelled: 'You cancelled this purchase. No money was taken.',
  expired: 'This checkout has expired. No money was taken.',
}

const statusText = (text: string): Html => html`<p role="status">${text}</p>`

function contentOf(session: CheckoutSession, checkout: string): Html {
  const endText = endTexts[session.state]
  if (endText !== undefined) return statusText(endText)
  const { quote, token, amountBase } = session.quotedPurchase
  const { amount, currency } = quote.total
  return html`<dl>
<div><dt>You buy</dt><dd>${formatUnits(amountBase, token.decimals)} ${token.symbol}</dd></div>
<div><dt>Network</dt><dd>${token.engine.network.name}</dd></div>
<div><dt>Delivered to</dt><dd><code>${session.address}</code></dd></div>
<div><dt>Total</dt><dd>${amount} ${currency}</dd></div>
</dl>
<form method="post" action="/onramp/checkout/${checkout}">
<label>Card number<input name="card" value="${PAYING_CARD}" inputmode="numeric" autocomplete="off"></label>
<p>${DECLINED_CARD.replace(/(.{4})(?=.)/g, '$1 ')} is declined.</p>
<div class="buttons"><button name="action" value="pay">Pay ${amount} ${currency}</button>
<button name="action" value="cancel" class="quiet">Cancel</button></div>
</form>`
}
