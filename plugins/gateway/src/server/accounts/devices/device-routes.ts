import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { isRequestError, limitBody, parseRequest, readJson } from '../../http.js'
import { COOLDOWN_MS, type Codes } from '../codes.js'
import type { DeviceLinks } from './device-links.js'

const question = v.object({ attempt: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)) })

/** Routes for the waiting frame, and the page of the link. */
export function deviceRoutes(links: DeviceLinks, codes: Codes): Hono {
  const routes = new Hono()
  routes.post('/accounts/email/device', async (c) => {
    const { attempt } = parseRequest(question, await readJson(c))
    const approved = await links.result(attempt)
    if (!approved) return c.json({ request: null })
    // the visitor has just read the mailbox: the next mail has no cooldown
    const request = await codes.send({ ...approved, purpose: 'login', skipsCooldown: true })
    return c.json({ request, retryInSeconds: COOLDOWN_MS / 1000 })
  })
  // mail scanners open links: approval therefore needs a form submission
  routes.get('/device/:link', async (c) =>
    guarded(c, async () => {
      const { email, site, browser, beganAt } = await links.read(c.req.param('link'))
      const facts = [
        ['Site', site],
        ['Browser', browser],
        ['Email', email],
        ['Started', new Date(beganAt).toUTCString()],
      ] as const
      return page(
        c,
        'Is it you?',
        html`<p>A browser wants to log in with your wallet. Approve only if you started this login.</p>
<dl>${facts.map(([name, value]) => html`<div class="fact"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<form method="post" class="row"><button class="secondary" name="answer" value="refuse">It was not me</button><button class="primary" name="answer" value="approve">Approve</button></form>`,
      )
    }),
  )
  routes.post('/device/:link', limitBody(1_000), async (c) =>
    guarded(c, async () => {
      const { answer } = await c.req.parseBody()
      const isApproved = answer === 'approve'
      await links.answer(c.req.param('link'), isApproved)
      return isApproved
        ? page(c, 'Approved', html`<p>Go back to the browser in which you log in. A code is on its way to you.</p>`)
        : page(c, 'Refused', html`<p>Nobody was logged in.</p>`)
    }),
  )
  return routes
}

/** HTML pages for people: a refusal is a page too. */
async function guarded(c: Context, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act()
  } catch (error) {
    if (!isRequestError(error)) throw error
    c.status(error.status)
    return page(c, 'Link not valid', html`<p>${error.message}</p>`)
  }
}

const policy =
  "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** Page without script. It cannot be embedded, to prevent clickjacking. */
async function page(c: Context, title: string, body: ReturnType<typeof html>): Promise<Response> {
  c.header('Content-Security-Policy', policy)
  c.header('Cache-Control', 'no-store')
  return c.html(
    await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/sdk/style.css">
<link rel="icon" href="data:,">
</head>
<body><main class="page"><section><h1>${title}</h1>${body}</section></main></body>
</html>`,
  )
}
