import { html } from 'hono/html'
import { phoneAccounts } from './phone.js'

/** HTML page. `body` starts inside an open `<header>` and must close it. */
const page = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/sandbox.css">
<link rel="icon" href="data:,">
</head>
<body>
<main>
<header><h1>${title}</h1>${body}
</main>
</body>
</html>`

/** Page of the simulated phone for a sign-in request. */
export const requestPage = (domain: string, channelToken: string) =>
  page(
    'Farcaster (sandbox)',
    html`<p>This page simulates the phone. ${domain} asks you to sign in. Choose a test account.</p></header>
<form method="post">
<input type="hidden" name="channelToken" value="${channelToken}">
<p><label>Account <select name="account">${phoneAccounts.map(
      (name, at) => html`<option value="${name}">${name}, id ${at + 1}</option>`,
    )}</select></label></p>
<p><button name="decision" value="approve">Approve</button>
<button name="decision" value="forge">Sign with the key of another account</button></p>
</form>`,
  )

/** Page that contains only one sentence. */
export const sentencePage = (text: string) => page('Farcaster (sandbox)', html`<p>${text}</p></header>`)
