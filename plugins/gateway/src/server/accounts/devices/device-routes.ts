import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { isRequestError, limitBody, parseRequest, readJson } from '../../http.js'
import { COOLDOWN_MS, type Codes } from '../codes.js'
import { directionOf, languageOf } from '../texts/language.js'
import { pageText } from '../texts/pages.js'
import type { DeviceLinks } from './device-links.js'

const resultRequest = v.object({ attempt: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)) })

/** Routes of the link in a login mail: the page that the link opens, and the route that the embedded wallet's frame polls for the answer. */
export function deviceRoutes(links: DeviceLinks, codes: Codes): Hono {
  const routes = new Hono()
  routes.post('/accounts/email/device', async (c) => {
    const { attempt } = parseRequest(resultRequest, await readJson(c))
    const approved = await links.result(attempt)
    if (!approved) return c.json({ request: null })
    // no cooldown for this mail: the visitor has just opened the previous mail, to approve the link
    const request = await codes.send({ ...approved, language: languageOf(c), purpose: 'login', skipsCooldown: true })
    return c.json({ request, retryInSeconds: COOLDOWN_MS / 1000 })
  })
  // mail scanners open links: approval therefore needs a form submission
  routes.get('/device/:link', async (c) =>
    withErrorPage(c, async () => {
      const { email, site, browser, beganAt } = await links.read(c.req.param('link'))
      const language = languageOf(c)
      const started = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })
      const facts = [
        ['device.site', site],
        ['device.browser', browser],
        ['device.email', email],
        ['device.started', started.format(beganAt)],
      ] as const
      return page(
        c,
        'device.title',
        html`<p>${pageText(language, 'device.text')}</p>
<dl>${facts.map(([name, value]) => html`<div class="fact"><dt>${pageText(language, name)}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
<form method="post" class="row"><button class="secondary" name="answer" value="refuse">${pageText(language, 'device.refuse')}</button><button class="primary" name="answer" value="approve">${pageText(language, 'device.approve')}</button></form>`,
      )
    }),
  )
  routes.post('/device/:link', limitBody(1_000), async (c) =>
    withErrorPage(c, async () => {
      const { answer } = await c.req.parseBody()
      const isApproved = answer === 'approve'
      await links.answer(c.req.param('link'), isApproved)
      const title = isApproved ? 'device.approved' : 'device.refused'
      return page(c, title, html`<p>${pageText(languageOf(c), `${title}.text`)}</p>`)
    }),
  )
  return routes
}

/** Response of `render`, or an error page if it throws a `RequestError`. */
async function withErrorPage(c: Context, render: () => Promise<Response>): Promise<Response> {
  try {
    return await render()
  } catch (error) {
    if (!isRequestError(error)) throw error
    c.status(error.status)
    return page(c, 'device.invalid', html`<p>${pageText(languageOf(c), 'device.invalid.text')}</p>`)
  }
}

const policy =
  "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** Page without script. It cannot be embedded, to prevent clickjacking. */
async function page(c: Context, key: Parameters<typeof pageText>[1], body: ReturnType<typeof html>): Promise<Response> {
  const language = languageOf(c)
  const title = pageText(language, key)
  c.header('Content-Security-Policy', policy)
  c.header('Cache-Control', 'no-store')
  return c.html(
    await html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
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
