import { html } from 'hono/html'

/** Test accounts that the page suggests. */
const accounts = ['ann', 'bo', 'cy']

/** Page of the simulated provider on which a visitor chooses an account and consents. `uid`: id of the interaction in `oidc-provider`. */
export const loginPage = (title: string, uid: string) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log in with ${title}</title>
<link rel="stylesheet" href="/sandbox.css">
<link rel="icon" href="data:,">
</head>
<body>
<main>
<header><h1>${title} (sandbox)</h1><p>A provider on this machine simulates ${title}. Choose a test account.</p></header>
<form method="post" action="/openid/interaction/${uid}">
<p><label>Account <input name="account" value="${accounts[0]}" list="accounts" required pattern="[a-z0-9\\-]{1,64}" autocomplete="off"></label>
<datalist id="accounts">${accounts.map((one) => html`<option value="${one}"></option>`)}</datalist></p>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny" formnovalidate>Deny</button></p>
</form>
</main>
</body>
</html>`
