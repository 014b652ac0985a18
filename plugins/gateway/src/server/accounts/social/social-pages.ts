import type { Context } from 'hono'
import { html } from 'hono/html'

const policy = "default-src 'none'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Page without script for the window of a social login, with one sentence; `refreshSeconds` reloads it. */
export function windowPage(
  c: Context,
  text: string,
  { refreshSeconds, status = 200 }: { readonly refreshSeconds?: number; readonly status?: 200 | 400 | 502 } = {},
): Response | Promise<Response> {
  c.header('Content-Security-Policy', policy)
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refreshSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>Log in</title>
<link rel="icon" href="data:,">
</head>
<body><main><p>${text}</p></main></body>
</html>`,
    status,
  )
}
