import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Inbox } from '../mail/inbox.js'

/** `GET /inbox` shows the mails as a page. `GET /sandbox/inbox` returns them as JSON. */
export function inboxRoutes(inbox: Inbox): Hono {
  const routes = new Hono()
  routes.get('/sandbox/inbox', (c) => {
    const to = c.req.query('to')
    return c.json({ mails: inbox.list().filter((mail) => to === undefined || mail.to === to) })
  })
  routes.get('/inbox', (c) => {
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    )
    return c.html(page(inbox))
  })
  return routes
}

const page = (inbox: Inbox) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Inbox</title>
<link rel="stylesheet" href="/sandbox.css">
<link rel="icon" href="data:,">
</head>
<body>
<main>
<header><h1>Inbox</h1><p>Mails that this sandbox sent, newest first. The page looks for new ones every three seconds.</p></header>
<section aria-label="Mails"><ul class="cards">${inbox
  .list()
  .map(
    ({ to, subject, text, receivedAt }) =>
      html`<li><h3>${subject}</h3><p>To ${to}, <time datetime="${receivedAt}">${receivedAt.slice(11, 19)}</time></p><p>${text}</p></li>`,
  )}</ul>${inbox.list().length === 0 ? html`<p>No mail yet. Log in by email.</p>` : ''}</section>
</main>
</body>
</html>`
